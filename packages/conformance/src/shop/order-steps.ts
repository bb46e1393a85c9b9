import { type Paise, parseAmount } from '@inrgate/sdk/protocol';
import { CheckError } from '../findings/report.ts';
import { parsedObject } from '../http/messages.ts';
import type { CreatedOrder } from './gateway-proxy.ts';
import type { OpenMessages } from './messages.ts';
import type { ShopResponse } from './shop-client.ts';
import { type CallbackEvent, type OrderStep, orderAmount, otherAmounts, type PaidPart } from './step.ts';
import { callbackAnswered, callbackResponse, paymentPage, sentences } from './story-words.ts';
import type { World } from './world.ts';

/** Maximum real milliseconds until the gateway sends the callback of a payment. */
const callbackMs = 30_000;

/** The order of another customer, and the amount in paise that this customer paid. */
export interface OtherOrder {
  readonly number: string;
  readonly paid: Paise | null;
}

/** Steps of the customer who places and pays the order. */
export class OrderSteps {
  readonly #world: World;
  readonly #messages: OpenMessages;
  /** The order number that the shop returned to the customer. Null before that. */
  returned: string | null = null;
  #order: CreatedOrder | null = null;
  #amount: string = orderAmount;
  readonly others: OtherOrder[] = [];
  #isOrdering = false;
  #createFault = false;
  #paid: string | null = null;
  #isFailed = false;
  #isExpired = false;

  constructor(world: World, messages: OpenMessages) {
    this.#world = world;
    this.#messages = messages;
  }

  /** The order numbers under which the shop may have credited the order. */
  get numbers(): readonly string[] {
    const known = [this.returned, this.#order?.mchOrderNo ?? null];
    return [...new Set(known.filter((number) => number !== null))];
  }

  /** The amount in paise that the customer paid, or null for an unpaid order. */
  get paid(): Paise | null {
    return this.#paid === null ? null : parseAmount(this.#paid);
  }

  /** Places the order. If an earlier attempt failed, repeats it. */
  async place({ amount = orderAmount, format }: OrderStep): Promise<string | null> {
    const { shop, client, urls, proxy, gateway } = this.#world;
    if (this.returned !== null || this.#isOrdering || !shop.isUp) return null;
    const again = this.#order !== null || this.#createFault;
    this.#isOrdering = true;
    this.#amount = amount;
    await gateway.sendAs(format ?? 'json');
    this.#messages.add('order', client.visit(urls.order, { amount }), (response) => this.#arrived(response));
    const answers = await this.#messages.untilQuiet();
    this.#order ??= proxy.created.at(-1) ?? null;
    const seen = proxy.takeSeen();
    this.#createFault ||= seen.some(({ call, fault }) => call === 'create' && fault !== null);
    if (this.returned === null && !this.#isOrdering && !this.#createFault) {
      await shop.checkUp();
      this.#refuse();
    }
    const asForm = format === 'form' ? ' The gateway sends callbacks as a form.' : '';
    return sentences(`The customer orders${again ? ' again' : ''} for ${amount}.${asForm}`, seen, answers);
  }

  /** Another customer orders for the same amount, and may pay. */
  async placeOther({ pays }: { readonly pays?: true }): Promise<string | null> {
    const { shop, client, urls, proxy, callbacks } = this.#world;
    const isBusy = pays === true && (this.#paid === null || callbacks.held.length > 0);
    if (this.returned === null || !shop.isUp || proxy.armed !== null || isBusy) return null;
    const { text } = await client.visit(urls.order, { amount: this.#amount });
    proxy.takeSeen();
    const order = orderIn(text);
    if (order === null) return null;
    const created = this.#createdAs(order);
    if (created === undefined || created.orderNo === this.#order?.orderNo) this.#refuse(order);
    const answer = pays === true ? await callbacks.apart(() => this.#payOther(created.orderNo)) : null;
    this.others.push({ number: order.mchOrderNo, paid: answer === null ? null : parseAmount(this.#amount) });
    const ordered = `Another customer orders for ${this.#amount} too, and`;
    return answer === null
      ? `${ordered} does not pay.`
      : `${ordered} pays in the same second. ${callbackAnswered(answer)}`;
  }

  /** Pays an order and delivers its callback once. Returns the shop's response. */
  async #payOther(orderNo: string): Promise<string> {
    const { gateway, callbacks, client } = this.#world;
    await gateway.pay(orderNo, this.#amount);
    await this.#awaitCallback('success');
    const [callback] = callbacks.held;
    if (callback === undefined) throw new Error('the callback that arrived is not held');
    const result = await client.deliver(callback.delivery);
    callbacks.settle(callback, result);
    return callbackResponse(result);
  }

  #arrived({ status, text }: ShopResponse): string {
    this.#isOrdering = false;
    const order = orderIn(text);
    if (status === null) return 'no response';
    if (status > 299 || order === null) return `status ${status}`;
    this.returned = order.mchOrderNo;
    this.#order = this.#createdAs(order) ?? null;
    if (this.#order === null) this.#refuse(order);
    return paymentPage;
  }

  /** Returns the pay-in of this story that a response of the shop names. */
  #createdAs(order: Pick<CreatedOrder, 'mchOrderNo' | 'payUrl'>): CreatedOrder | undefined {
    const { created } = this.#world.proxy;
    return (
      created.find(({ payUrl }) => payUrl === order.payUrl) ??
      created.find(({ mchOrderNo }) => mchOrderNo === order.mchOrderNo)
    );
  }

  /** @param order the order in the shop's response, if any */
  #refuse(order: Pick<CreatedOrder, 'payUrl'> | null = null): never {
    const { urls, proxy } = this.#world;
    const why = proxy.isEarlier(order?.payUrl)
      ? 'the shop returned the pay-in of another customer. Use a new order number for each order'
      : proxy.refusal !== null
        ? `the gateway rejected the pay-in: ${proxy.refusal}`
        : proxy.created.length === 0
          ? 'the shop created no pay-in at INRGATE_BASE_URL'
          : 'the response must be {"mchOrderNo": "ORDER-1", "payUrl": "http://…"} with the values of the created pay-in';
    throw new CheckError('order_failed', `POST ${urls.order.pathname} failed for ${this.#amount}: ${why}`);
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
    const compared = part === 'full' ? 'in full' : `instead of ${this.#amount}`;
    const failed = this.#isFailed ? ', after the failed payment' : '';
    return `The customer pays ${amount} ${compared}${this.#isExpired ? ', after the order has expired' : failed}.`;
  }

  async fail(): Promise<string | null> {
    if (this.#order === null || this.#paid !== null || this.#isFailed || this.#isExpired) return null;
    await this.#world.gateway.fail(this.#order.orderNo);
    this.#isFailed = true;
    await this.#awaitCallback('failed');
    return "The customer's payment fails.";
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
