import { type Paise, parseAmount } from '@inrgate/sdk/protocol';
import { CheckError } from '../findings/check-error.ts';
import { parsedObject } from '../http/json.ts';
import type { CreatedOrder } from './gateway-proxy.ts';
import type { OpenMessages } from './open-messages.ts';
import type { ShopResponse } from './shop-client.ts';
import { type CallbackEvent, type OrderStep, orderAmount, otherAmounts, type PaidPart } from './step.ts';
import * as words from './story-words.ts';
import type { World } from './world.ts';

/** Maximum real milliseconds until the gateway sends the callback of a payment. */
const callbackMs = 30_000;

/** Steps of the customer who places and pays the order. */
export class OrderSteps {
  readonly #world: World;
  readonly #messages: OpenMessages;
  #returned: string | null = null;
  #order: CreatedOrder | null = null;
  #amount: string = orderAmount;
  readonly #others: string[] = [];
  #isOrdering = false;
  #createFault = false;
  #paid: string | null = null;
  #isFailed = false;
  #isExpired = false;

  constructor(world: World, messages: OpenMessages) {
    this.#world = world;
    this.#messages = messages;
  }

  /** The order number that the shop returned to the customer. Null before that. */
  get returned(): string | null {
    return this.#returned;
  }

  /** The order numbers under which the shop may have credited the order. */
  get numbers(): readonly string[] {
    const known = [this.#returned, this.#order?.mchOrderNo ?? null];
    return [...new Set(known.filter((number) => number !== null))];
  }

  /** The order numbers of other customers, who have not paid. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** The amount in paise that the customer paid, or null for an unpaid order. */
  get paid(): Paise | null {
    return this.#paid === null ? null : parseAmount(this.#paid);
  }

  /** Places the order. If an earlier attempt failed, repeats it. */
  async place({ amount = orderAmount, format }: OrderStep): Promise<string | null> {
    const { shop, client, urls, proxy, gateway } = this.#world;
    if (this.#returned !== null || this.#isOrdering || !shop.isUp) return null;
    const again = this.#order !== null || this.#createFault;
    this.#isOrdering = true;
    this.#amount = amount;
    await gateway.sendAs(format ?? 'json');
    this.#messages.add('order', client.visit(urls.order, { amount }), (response) => this.#arrived(response));
    const answers = await this.#messages.untilQuiet();
    this.#order ??= proxy.created.at(-1) ?? null;
    const seen = proxy.takeSeen();
    this.#createFault ||= seen.some(({ call, fault }) => call === 'create' && fault !== null);
    if (this.#returned === null && !this.#isOrdering && !this.#createFault) {
      await shop.checkUp();
      this.#refuse();
    }
    return words.ordered({ again, amount, isForm: format === 'form', seen, answers });
  }

  /** Another customer orders for the same amount. */
  async placeOther(): Promise<string | null> {
    const { shop, client, urls, proxy } = this.#world;
    if (this.#returned === null || !shop.isUp || proxy.isArmed) return null;
    const { text } = await client.visit(urls.order, { amount: this.#amount });
    proxy.takeSeen();
    const order = orderIn(text);
    if (order === null) return null;
    this.#others.push(order.mchOrderNo);
    return words.neighbourOrdered(this.#amount);
  }

  #arrived({ status, text }: ShopResponse): string {
    this.#isOrdering = false;
    const order = orderIn(text);
    if (status === null) return 'no response';
    if (status > 299 || order === null) return `status ${status}`;
    this.#returned = order.mchOrderNo;
    const { created } = this.#world.proxy;
    this.#order =
      created.find(({ payUrl }) => payUrl === order.payUrl) ??
      created.find(({ mchOrderNo }) => mchOrderNo === order.mchOrderNo) ??
      null;
    if (this.#order === null) this.#refuse();
    return words.paymentPage;
  }

  #refuse(): never {
    const { urls, proxy } = this.#world;
    const why =
      proxy.created.length === 0
        ? 'the shop created no pay-in at INRGATE_BASE_URL'
        : 'the response must be {"mchOrderNo": "ORDER-1", "payUrl": "http://…"} with the values of the created pay-in';
    throw new CheckError('order_failed', `POST ${urls.order.pathname} failed: ${why}`);
  }

  /** True until the shop has created its pay-in. */
  get isNew(): boolean {
    return this.#order === null;
  }

  async pay(part: PaidPart): Promise<string | null> {
    if (this.#order === null || this.#paid !== null) return null;
    const amount = part === 'full' ? this.#amount : otherAmounts[part];
    await this.#world.gateway.pay(this.#order.orderNo, amount);
    this.#paid = amount;
    await this.#awaitCallback('success');
    return words.paid({
      ...{ part, amount, orderAmount: this.#amount },
      ...{ isLate: this.#isExpired, afterFailure: this.#isFailed },
    });
  }

  async fail(): Promise<string | null> {
    if (this.#order === null || this.#paid !== null || this.#isFailed || this.#isExpired) return null;
    await this.#world.gateway.fail(this.#order.orderNo);
    this.#isFailed = true;
    await this.#awaitCallback('failed');
    return words.failed;
  }

  /** Records that the clock moved past the validity of the order. Returns true if the order expires. */
  passValidity(): boolean {
    const expires = this.#order !== null && this.#paid === null && !this.#isFailed && !this.#isExpired;
    this.#isExpired ||= expires;
    return expires;
  }

  async #awaitCallback(event: CallbackEvent): Promise<void> {
    if (await this.#world.callbacks.arrived(event, callbackMs)) return;
    throw new CheckError(
      'order_failed',
      'the gateway sent no callback for the order: check the notifyUrl of the pay-in',
    );
  }
}

function orderIn(text: string): Pick<CreatedOrder, 'mchOrderNo' | 'payUrl'> | null {
  const { mchOrderNo, payUrl } = parsedObject(text) ?? {};
  const isOrder = typeof mchOrderNo === 'string' && mchOrderNo.isWellFormed() && typeof payUrl === 'string';
  return isOrder ? { mchOrderNo, payUrl } : null;
}
