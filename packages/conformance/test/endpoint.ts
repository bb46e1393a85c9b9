import { createHash } from 'node:crypto';
import type { CallbackFormat } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import type { Delivery, DeliveryResult, Sender } from '../src/delivery/sender.ts';
import type { CheckedKind } from '../src/webhook/callback-writer.ts';
import type { CheckWebhookOptions } from '../src/webhook/options.ts';
import type { WantedOrder } from '../src/webhook/shop-calls.ts';

export const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
const keyOf = { payin: 'mchKey', payout: 'mchSecret', link: 'mchSecret' } as const;

const [inr, payouts, all] = [
  ['payin', 'link'],
  ['payin', 'payout'],
  ['payin', 'payout', 'link'],
] as const;

/** The steps of a correct endpoint, each with the kinds of callbacks that need it. */
export const steps = {
  'verify the signature': all,
  'refuse an empty signature': all,
  'compare the type of the signature': all,
  'compare the whole signature': all,
  'refuse a signature with an empty key': payouts,
  'refuse a signature with the demo key': all,
  'use the key of this kind': all,
  'refuse a signature with an inherited key': payouts,
  'verify a test callback': payouts,
  'verify a failure': payouts,
  'verify a known signature again': payouts,
  'verify the values that it reads': payouts,
  'verify other kinds of requests': all,
  'compare the merchant': payouts,
  'compare the aliases': payouts,
  'tell the kinds apart': all,
  'verify before it credits': all,
  'reject a forgery': all,
  'reject a body that it cannot read': all,
  'survive a body that it cannot read': all,
  'sign an extra of "0"': ['payin'],
  'sign in any case': all,
  'sign an unknown field': all,
  'sign white space': payouts,
  'accept a late callback': inr,
  'accept a payment without utr': ['payin'],
  'accept a payment without txid': ['payout'],
  'accept a quotation mark': payouts,
  'accept an overpayment': ['payin'],
  'acknowledge a failure': payouts,
  'store a failure': payouts,
  'credit after a failure': ['payin'],
  'look at the status': payouts,
  'keep a success': payouts,
  'keep a failure': ['payout'],
  'credit the paid amount': ['payin'],
  'credit a slightly smaller amount': ['payin'],
  'compare amounts as numbers': ['payin'],
  'credit a smaller amount once': ['payin'],
  'credit rupees of a USDT order': ['payin'],
  'compare the amount': inr,
  'compute without floats': all,
  'round to the paisa': all,
  'keep the paise': all,
  'keep more than six digits': all,
  'remember what was handled': all,
  'remember a payment without utr': ['payin'],
  'remember it for long': all,
  'remember it after another status': payouts,
  'claim before the credit': all,
  'keep the order in the request': all,
  'accept another order at the same moment': all,
  'keep the status of another request': ['payout'],
  'store anything': all,
} as const satisfies Readonly<Record<string, readonly CheckedKind[]>>;

export type Step = keyof typeof steps;

/** The step that an endpoint lacks for one kind of callback in one format. */
export interface Mistake {
  readonly step: Step;
  readonly kind: CheckedKind;
  readonly format: CallbackFormat;
}

type Fields = Readonly<Record<string, unknown>>;

interface Received {
  readonly fields: Fields;
  readonly kind: CheckedKind;
  readonly format: CallbackFormat;
}

export function result(status: number, text: string): DeliveryResult {
  const body = Buffer.from(text);
  return { durationMs: 5, status, body, redirectHost: null, failure: null, detail: null };
}

/** All callbacks that arrived together continue in the same turn of the event loop. */
export const pause = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/** A shop that is written by hand. It handles callbacks of these kinds and lacks at most one step. */
export class Endpoint {
  readonly #kinds: readonly CheckedKind[];
  readonly #mistake: Mistake | null;
  readonly #orders = new Map<string, string>();
  readonly #handled = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #credits = new Map<string, bigint[]>();
  readonly #states = new Map<string, string>();
  readonly #known = new Set<unknown>();
  #current = '';
  #isDown = false;

  constructor(kinds: readonly CheckedKind[], mistake: Mistake | null = null) {
    this.#kinds = kinds;
    this.#mistake = mistake;
  }

  readonly send: Sender = async (delivery) => {
    const { format, method, contentType } = delivery;
    const query = new URL(delivery.url).searchParams.toString();
    const signed = fieldsOf(delivery.body === '' ? { ...delivery, format: 'form', body: query } : delivery);
    if (this.#isDown) return result(500, 'crashed');
    if (signed === null) return this.#unreadable(format);
    const kind = kindOf(signed);
    const isUsual = method === undefined && contentType === undefined && delivery.body !== '';
    if (!isUsual && this.#does('verify other kinds of requests', { kind, format })) return result(405, 'no');
    const isRead = this.#does('verify the values that it reads', { kind, format });
    const received = { fields: isRead ? signed : { ...signed, ...firstOf(delivery.body) }, kind, format };
    const place = this.#placeOf(received);
    if (isUsual && !this.#isGenuine({ ...received, fields: signed }, delivery.body)) {
      const amount = this.#orders.get(place);
      if (!this.#does('verify before it credits', received) && amount !== undefined) {
        this.#credit(place, amount, received);
      }
      return this.#does('reject a forgery', received)
        ? result(401, 'wrong signature')
        : result(200, 'success');
    }
    if (String(signed['test']) === 'true') return result(200, 'success');
    if (!this.#kinds.includes(kind) && this.#does('tell the kinds apart', received))
      return result(404, 'not here');
    const amount = this.#orders.get(place);
    if (amount === undefined) return result(404, 'no such order');
    return this.#take(received, { place, amount });
  };

  createOrder({ kind, mchOrderNo, amount }: WantedOrder): undefined {
    this.#orders.set(`${kind} ${mchOrderNo}`, amount);
    this.#orders.set(mchOrderNo, amount);
  }

  probe(number: string) {
    return this.#booked(number, ['payin', 'link']);
  }

  /** The options of a check that know the orders and the credits of this shop. */
  get options() {
    return {
      createOrder: (wanted: WantedOrder) => this.createOrder(wanted),
      probe: (number: string) => this.probe(number),
      payoutProbe: (number: string) => this.#booked(number, ['payout']),
    } satisfies Partial<CheckWebhookOptions>;
  }

  #does(step: Step, { kind, format }: Omit<Received, 'fields'>): boolean {
    const { step: missing, kind: ofKind, format: inFormat } = this.#mistake ?? {};
    const isOfKind = step === 'tell the kinds apart' || kind === ofKind;
    return !(missing === step && isOfKind && format === inFormat);
  }

  #placeOf(received: Received): string {
    const { kind, fields } = received;
    const number = String(fields['client_ref'] ?? fields['mchOrderNo']);
    return this.#does('tell the kinds apart', received) ? `${kind} ${number}` : number;
  }

  #unreadable(format: CallbackFormat): DeliveryResult {
    const lacks = (step: Step) => this.#kinds.some((kind) => !this.#does(step, { kind, format }));
    this.#isDown = lacks('survive a body that it cannot read');
    return lacks('reject a body that it cannot read') ? result(200, 'success') : result(400, 'unreadable');
  }

  #isGenuine(received: Received, body: string): boolean {
    const {
      fields: { sign, ...fields },
      kind,
    } = received;
    const does = (step: Step) => this.#does(step, received);
    if (!does('verify the signature')) return true;
    if (sign === '' && !does('refuse an empty signature')) return true;
    if (sign !== undefined && typeof sign !== 'string') return !does('compare the type of the signature');
    if (sign === undefined || sign === '') return false;
    if (fields['test'] !== undefined && !does('verify a test callback')) return true;
    if (fields['status'] === 'failed' && !does('verify a failure')) return true;
    if (this.#known.has(sign) && !does('verify a known signature again')) return true;
    const isOwn = kind === 'link' || fields['mchId'] === credentials.mchId;
    const given = does('sign in any case') ? sign.toUpperCase() : sign;
    const isSigned = (key: string) => {
      const expected = signatureOf(fields, body, { key, does });
      return (
        expected === given || (!does('compare the whole signature') && expected.startsWith(given.slice(0, 8)))
      );
    };
    if (!does('refuse a signature with an empty key') && !isOwn) return isSigned('');
    if (fields['mchId'] === 'constructor' && !does('refuse a signature with an inherited key'))
      return isSigned(String(Object));
    if (
      !does('refuse a signature with the demo key') &&
      isSigned(`demo-${keyOf[kind] === 'mchKey' ? 'mch-key' : 'mch-secret'}`)
    )
      return true;
    if (
      !does('use the key of this kind') &&
      (isSigned(credentials.mchKey) || isSigned(credentials.mchSecret))
    )
      return true;
    if (!isSigned(credentials[keyOf[kind]])) return false;
    this.#known.add(sign);
    const { mchOrderNo, merchant_order_no: alias = mchOrderNo } = fields;
    const isConsistent = alias === mchOrderNo || !does('compare the aliases');
    return isConsistent && (isOwn || !does('compare the merchant'));
  }

  async #take(
    received: Received,
    { place, amount }: { readonly place: string; readonly amount: string },
  ): Promise<DeliveryResult> {
    const { fields, kind } = received;
    const does = (step: Step) => this.#does(step, received);
    const refusal = this.#refusalOf(received, amount);
    if (refusal !== null) return result(422, refusal);
    if (!does('store anything')) return result(200, 'success');
    const status = String(fields['status']);
    const before = this.#states.get(place);
    const isKept =
      (before === 'success' && does('keep a success')) ||
      (before === 'failed' && kind === 'payout' && does('keep a failure'));
    if (!isKept && status !== 'success' && !does('keep the status of another request')) await pause();
    if (!isKept && (status !== 'failed' || does('store a failure'))) this.#states.set(place, status);
    if (before === 'success' && status === 'failed' && kind === 'payin' && !isKept)
      this.#credits.delete(place);
    if (status !== 'success' && !does('remember it after another status')) this.#handled.delete(place);
    if (status !== 'success' && does('look at the status')) return result(200, 'success');
    if (before === 'failed' && !does('credit after a failure')) return result(200, 'success');
    if (does('compare the amount') && fields['amount'] !== amount) return result(200, 'success');
    const handled = this.#handled.has(place) && does('remember what was handled');
    if (does('claim before the credit') && does('remember what was handled')) {
      if (this.#busy.has(place)) return result(503, 'in progress');
      if (!handled) this.#busy.add(place);
    }
    if (!handled && this.#busy.size > 1 && !does('accept another order at the same moment')) {
      this.#busy.delete(place);
      return result(200, 'success');
    }
    if (!handled) {
      this.#current = place;
      await pause();
      const credited = does('keep the order in the request') ? place : this.#current;
      this.#credit(credited, this.#amountOf(received, amount), received);
      if (!does('remember it for long')) this.#forgetLater(place);
      const isWhole = String(fields['paidAmount'] || amount) === amount;
      const isNamed = Boolean(fields['utr']) || does('remember a payment without utr');
      if (isNamed && (isWhole || does('credit a smaller amount once'))) this.#handled.add(place);
      this.#busy.delete(place);
    }
    return result(200, 'success');
  }

  #forgetLater(place: string): void {
    setTimeout(() => this.#handled.delete(place), 20).unref();
  }

  #refusalOf(received: Received, amount: string): string | null {
    const { fields } = received;
    const does = (step: Step) => this.#does(step, received);
    const { status, utr, paidAmount, payTime, paid_at: paidAt } = fields;
    if (status === 'success' && !utr && !does('accept a payment without utr')) return 'no utr';
    if (status === 'success' && fields['txid'] === '' && !does('accept a payment without txid'))
      return 'no txid';
    const isQuoted = Object.values(fields).some((value) => String(value).includes("'"));
    if (isQuoted && !does('accept a quotation mark')) return 'syntax error';
    if (status === 'failed' && !does('acknowledge a failure')) return 'not paid';
    const isOverpaid = paidAmount !== '' && parseAmount(String(paidAmount ?? '0.00')) > parseAmount(amount);
    if (isOverpaid && !does('accept an overpayment')) return 'wrong amount';
    const isLate = Date.now() - Date.parse(String(payTime ?? paidAt ?? '')) > 24 * 3_600_000;
    return isLate && !does('accept a late callback') ? 'too late' : null;
  }

  #amountOf(received: Received, amount: string): string {
    const { fields, kind } = received;
    const does = (step: Step) => this.#does(step, received);
    const { usdtAmount } = fields;
    if (usdtAmount && !does('credit rupees of a USDT order')) return Number(usdtAmount).toFixed(2);
    if (!does('compare the amount') || !does('credit the paid amount')) return amount;
    const short = parseAmount(amount) - parseAmount(String(fields['paidAmount'] || amount));
    if (short > 0n && short < 100n && !does('credit a slightly smaller amount')) return amount;
    if (!does('compare amounts as numbers') && String(fields['paidAmount']) > amount) return amount;
    return String((kind === 'payin' ? fields['paidAmount'] : fields['amount']) || amount);
  }

  #credit(place: string, text: string, received: Received): void {
    const does = (step: Step) => this.#does(step, received);
    const hundredfold = Number.parseFloat(text) * 100;
    const exact = parseAmount(text);
    const paise = !does('compute without floats')
      ? BigInt(Math.trunc(hundredfold))
      : !does('round to the paisa')
        ? BigInt(Math.ceil(hundredfold))
        : does('keep the paise')
          ? does('keep more than six digits')
            ? exact
            : BigInt(Math.round(Number(Number(text).toPrecision(6)) * 100))
          : (exact / 100n) * 100n;
    this.#credits.set(place, [...(this.#credits.get(place) ?? []), paise]);
  }

  #booked(number: string, kinds: readonly CheckedKind[]) {
    const places = [...kinds.map((kind) => `${kind} ${number}`), number];
    const booked = places.flatMap((place) => this.#credits.get(place) ?? []);
    const status = places.map((place) => this.#states.get(place)).find((state) => state !== undefined);
    return {
      count: booked.length,
      amount: formatAmount(booked.reduce((sum, one) => sum + one, 0n)),
      status: status ?? null,
    };
  }
}

/** Reads JSON, or a form with the array syntax of PHP. Returns null for a body that is neither. */
function fieldsOf({ body, format }: Delivery): Fields | null {
  if (format === 'form') {
    const entries = [...new URLSearchParams(body)].map(([name, value]) => {
      const [, array] = /^(\w+)\[\w*\]$/.exec(name) ?? [];
      return array === undefined ? ([name, value] as const) : ([array, [value]] as const);
    });
    const fields = Object.fromEntries(entries);
    return 'status' in fields ? fields : null;
  }
  try {
    const fields = JSON.parse(body);
    return typeof fields === 'object' && fields !== null && 'status' in fields ? fields : null;
  } catch {
    return null;
  }
}

/** The first value of a field, where `fieldsOf` returns the last. */
function firstOf(body: string): Fields {
  const pairs = body.startsWith('{')
    ? [...body.matchAll(/"(\w+)":"([^"\\]*)"/g)].map(([, name, value]) => [name, value] as const)
    : [...new URLSearchParams(body)];
  return Object.fromEntries(pairs.toReversed());
}

function kindOf(fields: Fields): CheckedKind {
  if ('link_code' in fields) return 'link';
  return 'totalDebit' in fields ? 'payout' : 'payin';
}

const documented = new Set(
  'mchId merchant_id mchOrderNo merchant_order_no orderNo gateway_order_no amount paidAmount fee netAmount totalDebit tradeType status utr txid payTime message extra test usdtAmount rate link_code client_ref currency paid_at'.split(
    ' ',
  ),
);

function signatureOf(
  fields: Fields,
  body: string,
  { key, does }: { readonly key: string; readonly does: (step: Step) => boolean },
): string {
  const names = Object.keys(fields).filter((name) => documented.has(name) || does('sign an unknown field'));
  const parts = names
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      // Read the number exactly as sent.
      const literal = new RegExp(`"${name}":(-?[0-9.]+)[,}]`).exec(body)?.[1];
      const text = literal ?? String(fields[name]);
      const value = does('sign white space') ? text : text.trim();
      const isDropped = value === '' || (name === 'extra' && value === '0' && !does('sign an extra of "0"'));
      return isDropped ? [] : [`${name}=${value}`];
    });
  return createHash('md5')
    .update(`${parts.join('&')}&key=${key}`)
    .digest('hex')
    .toUpperCase();
}
