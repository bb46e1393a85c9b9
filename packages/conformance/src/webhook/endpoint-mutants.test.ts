import { formatAmount, parseAmount, sign as signatureOf } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { Delivery, DeliveryResult, Sender } from '../delivery/sender.ts';
import type { Check } from '../findings/report.ts';
import { runCases } from './check-webhook.ts';
import { type CheckWebhookOptions, setupOf } from './options.ts';
import { type CheckedKind, keyOfKind } from './order.ts';

const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

type Step =
  | 'verify the signature'
  | 'compare the type of the signature'
  | 'compare the merchant'
  | 'tell the kinds apart'
  | 'look at the status'
  | 'keep a success'
  | 'compare the aliases'
  | 'compare the amount'
  | 'keep the paise'
  | 'remember what was handled'
  | 'claim before the credit'
  | 'store anything'
  | 'reject a forgery';

type Fields = Readonly<Record<string, unknown>>;

function result(status: number, text: string): DeliveryResult {
  const body = Buffer.from(text);
  return { durationMs: 5, status, body, redirectHost: null, failure: null, detail: null };
}

function fieldsOf({ body, format }: Delivery): Fields {
  return format === 'json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

function kindOf(fields: Fields): CheckedKind {
  if ('link_code' in fields) return 'link';
  return 'totalDebit' in fields ? 'payout' : 'payin';
}

/** All callbacks that arrived together continue in the same turn of the event loop. */
const pause = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/** A shop that is written by hand and lacks one of its steps. */
class Endpoint {
  readonly #missing: Step | null;
  readonly #kinds: readonly CheckedKind[];
  readonly #orders = new Map<string, string>();
  readonly #handled = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #credits = new Map<string, bigint[]>();
  readonly #states = new Map<string, string>();

  constructor(kinds: readonly CheckedKind[], missing: Step | null = null) {
    this.#kinds = kinds;
    this.#missing = missing;
  }

  readonly send: Sender = async (delivery) => {
    const fields = fieldsOf(delivery);
    const kind = kindOf(fields);
    if (!this.#isGenuine(fields, { kind, body: delivery.body })) {
      return this.#missing === 'reject a forgery' ? result(200, 'success') : result(401, 'wrong signature');
    }
    if (String(fields['test']) === 'true') return result(200, 'success');
    if (!this.#kinds.includes(kind) && this.#does('tell the kinds apart')) return result(404, 'not here');
    const number = String(fields['client_ref'] ?? fields['mchOrderNo']);
    const place = this.#does('tell the kinds apart') ? `${kind} ${number}` : number;
    const amount = this.#orders.get(place);
    if (amount === undefined) return result(404, 'no such order');
    return this.#take(fields, { place, kind, amount });
  };

  readonly options: Pick<CheckWebhookOptions, 'createOrder' | 'probe' | 'payoutProbe'> = {
    createOrder: ({ kind, mchOrderNo, amount }) => {
      this.#orders.set(this.#does('tell the kinds apart') ? `${kind} ${mchOrderNo}` : mchOrderNo, amount);
      return undefined;
    },
    probe: (number) => this.#booked([`payin ${number}`, `link ${number}`, number]),
    payoutProbe: (number) => {
      const places = [`payout ${number}`, number];
      const status = places.map((place) => this.#states.get(place)).find((state) => state !== undefined);
      return { ...this.#booked(places), status: status ?? null };
    },
  };

  #does(step: Step): boolean {
    return this.#missing !== step;
  }

  #isGenuine(
    { sign, ...fields }: Fields,
    { kind, body }: { readonly kind: CheckedKind; readonly body: string },
  ) {
    if (!this.#does('verify the signature')) return true;
    if (!this.#does('compare the type of the signature') && (sign === true || sign === 0)) return true;
    if (typeof sign !== 'string') return false;
    const texts = Object.entries(fields).map(([name, value]) => {
      // Read the number exactly as sent.
      const literal = new RegExp(`"${name}":(-?[0-9.]+)[,}]`).exec(body)?.[1];
      return [name, literal ?? String(value)] as const;
    });
    const expected = signatureOf(Object.fromEntries(texts), credentials[keyOfKind[kind]]);
    if (expected !== sign.toUpperCase()) return false;
    const { mchOrderNo, merchant_order_no: alias = mchOrderNo } = fields;
    if (alias !== mchOrderNo && this.#does('compare the aliases')) return false;
    return kind === 'link' || !this.#does('compare the merchant') || fields['mchId'] === credentials.mchId;
  }

  async #take(
    fields: Fields,
    { place, kind, amount }: { readonly place: string; readonly kind: CheckedKind; readonly amount: string },
  ): Promise<DeliveryResult> {
    if (!this.#does('store anything')) return result(200, 'success');
    const status = String(fields['status']);
    const isPaid = status === 'success' || !this.#does('look at the status');
    const isKept = this.#states.get(place) === 'success' && this.#does('keep a success');
    if (!isKept) this.#states.set(place, status);
    if (!isPaid) return result(200, 'success');
    if (this.#does('compare the amount') && fields['amount'] !== amount) return result(200, 'success');
    const handled = this.#handled.has(place) && this.#does('remember what was handled');
    if (this.#does('claim before the credit') && this.#does('remember what was handled')) {
      if (this.#busy.has(place)) return result(503, 'in progress');
      if (!handled) this.#busy.add(place);
    }
    if (!handled) {
      await pause();
      const paid = kind === 'payin' ? fields['paidAmount'] : fields['amount'];
      this.#credit(place, this.#does('compare the amount') ? String(paid || amount) : amount);
      this.#handled.add(place);
      this.#busy.delete(place);
    }
    return result(200, 'success');
  }

  #credit(place: string, text: string): void {
    const paise = parseAmount(text);
    const kept = this.#does('keep the paise') ? paise : (paise / 100n) * 100n;
    this.#credits.set(place, [...(this.#credits.get(place) ?? []), kept]);
  }

  #booked(places: readonly string[]) {
    const all = places.flatMap((place) => this.#credits.get(place) ?? []);
    return { count: all.length, amount: formatAmount(all.reduce((sum, one) => sum + one, 0n)) };
  }
}

async function checked(
  { send, options }: Endpoint,
  more: Partial<CheckWebhookOptions>,
): Promise<readonly Check[]> {
  const setup = setupOf('http://shop.example/callbacks', {
    ...credentials,
    creditMs: 40,
    ...options,
    ...more,
  });
  const checks: Check[] = [];
  for await (const { check } of runCases({ ...setup, send })) if (check !== null) checks.push(check);
  return checks;
}

function summary(checks: readonly Check[], ...statuses: readonly Check['status'][]): readonly string[] {
  return checks
    .filter(({ status, id }) => statuses.includes(status) && id !== 'answer-time')
    .map(({ id, status, message }) => `${status} ${id}: ${message}`);
}

const steps = {
  payin: [
    'verify the signature',
    'compare the type of the signature',
    'compare the merchant',
    'tell the kinds apart',
    'look at the status',
    'compare the amount',
    'keep the paise',
    'remember what was handled',
    'claim before the credit',
    'store anything',
    'reject a forgery',
  ],
  payout: [
    'verify the signature',
    'compare the type of the signature',
    'compare the merchant',
    'tell the kinds apart',
    'look at the status',
    'keep a success',
    'keep the paise',
    'remember what was handled',
    'claim before the credit',
    'store anything',
    'reject a forgery',
  ],
  // The callback of a link contains no Merchant ID, and the gateway sends it only for a paid link.
  link: [
    'verify the signature',
    'compare the type of the signature',
    'tell the kinds apart',
    'compare the amount',
    'keep the paise',
    'remember what was handled',
    'claim before the credit',
    'store anything',
    'reject a forgery',
  ],
} as const satisfies Readonly<Record<CheckedKind, readonly Step[]>>;

const kinds = ['payin', 'payout', 'link'] as const;

describe('endpoint mutants [contract:check-webhook.mutants]', () => {
  it.each(kinds)('the complete endpoint for %s passes without a skipped case', async (kind) => {
    const checks = await checked(new Endpoint([kind]), { kinds: [kind] });
    expect(summary(checks, 'fail', 'warn', 'skip')).toEqual([]);
    expect(checks.length).toBeGreaterThan(10);
  });

  it('the complete endpoint for pay-ins and payouts passes, even if the endpoint rejects links', async () => {
    const checks = await checked(new Endpoint(['payin', 'payout']), {});
    expect(summary(checks, 'fail', 'warn', 'skip')).toEqual([]);
    expect(checks.filter(({ id }) => id.startsWith('link-'))).toEqual([]);
  });

  it.each(kinds.flatMap((kind) => steps[kind].map((step) => [kind, step] as const)))(
    'a %s endpoint that does not %s fails the check',
    async (kind, step) => {
      const checks = await checked(new Endpoint([kind], step), { kinds: [kind] });
      expect(summary(checks, 'fail')).not.toEqual([]);
    },
  );

  it('the check warns of an endpoint that ignores a contradictory alias', async () => {
    const checks = await checked(new Endpoint(['payin'], 'compare the aliases'), { kinds: ['payin'] });
    expect(summary(checks, 'fail', 'skip')).toEqual([]);
    expect(checks.filter(({ status }) => status === 'warn').map(({ id }) => id)).toEqual(['two-orders']);
  });

  it('a check skips cases if an endpoint stores no payout and no probe for payouts is set', async () => {
    const endpoint = new Endpoint(['payout'], 'store anything');
    const checks = await checked(endpoint, { kinds: ['payout'], payoutProbe: undefined });
    expect(summary(checks, 'fail', 'warn')).toEqual([]);
    const skipped = checks.filter(({ status }) => status === 'skip');
    expect(skipped.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['payout-failed', 'processing-after-success', 'payout-repeated']),
    );
    for (const { message } of skipped) expect(message).toMatch(/--payout-probe|php -S/);
  });
});

describe('ten simultaneous callbacks [contract:check-webhook.concurrency]', () => {
  /** `php -S` with one worker, which handles requests sequentially. */
  function oneAtATime(send: Sender): Sender {
    let last: Promise<unknown> = Promise.resolve();
    return (delivery, signal) => {
      const mine = last.then(() => send(delivery, signal));
      last = mine;
      return mine;
    };
  }

  /** A network in which one response overtakes another once. */
  function overtaken(send: Sender): Sender {
    const sixth = Promise.withResolvers<void>();
    let sent = 0;
    return async (delivery, signal) => {
      sent += 1;
      const place = sent;
      const answer = await send(delivery, signal);
      if (place === 6) sixth.resolve();
      if (place === 5) await sixth.promise;
      return answer;
    };
  }

  /** A rate limiter in front of an endpoint that handles one request at a time. */
  function limited(send: Sender, status: number): Sender {
    let underWay = 0;
    return async (delivery, signal) => {
      if (underWay > 0) return result(status, 'too many requests');
      underWay += 1;
      await pause();
      return send(delivery, signal).finally(() => {
        underWay -= 1;
      });
    };
  }

  /** Delays every request equally, so the responses arrive in order. */
  function equallyLong(send: Sender): Sender {
    return async (delivery, signal) => {
      const answer = await send(delivery, signal);
      if (answer.status === 200) await pause();
      return answer;
    };
  }

  const atOnce = ({ options }: Endpoint, send: Sender) =>
    checked({ send, options } as Endpoint, { kinds: ['payin'], cases: ['at-once'] });

  it.each<[string, (send: Sender) => Sender]>([
    ['an endpoint that handles one request at a time', oneAtATime],
    ['one response that overtakes another on the way', (send) => overtaken(oneAtATime(send))],
    ['a rate limiter that responds with 429', (send) => limited(send, 429)],
    ['a rate limiter that responds with 503', (send) => limited(send, 503)],
  ])(
    'a check skips the concurrency case, with a command to start the endpoint, for %s',
    async (_what, around) => {
      const endpoint = new Endpoint(['payin'], 'claim before the credit');
      expect(await atOnce(endpoint, around(endpoint.send))).toMatchObject([
        { status: 'skip', message: expect.stringContaining('PHP_CLI_SERVER_WORKERS=4') },
      ]);
    },
  );

  it('an endpoint that waits equally long for each callback passes the concurrency case', async () => {
    const endpoint = new Endpoint(['payin']);
    expect(await atOnce(endpoint, equallyLong(oneAtATime(endpoint.send)))).toMatchObject([
      { status: 'pass' },
    ]);
  });

  it('an endpoint that does not claim an order before the credit fails the concurrency case', async () => {
    const endpoint = new Endpoint(['payin'], 'claim before the credit');
    expect(await atOnce(endpoint, endpoint.send)).toMatchObject([{ status: 'fail' }]);
  });
});
