import { type Callback, verifyCallback } from '@inrgate/sdk/callbacks';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { Delivery, DeliveryResult, Sender } from '../delivery/sender.ts';
import type { Check } from '../findings/report.ts';
import { caseSummaries } from './cases.ts';
import { runCases } from './check-webhook.ts';
import { type CheckWebhookOptions, setupOf } from './options.ts';

const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

const result = (status: number, text: string): DeliveryResult => ({
  ...{ durationMs: 5, status, body: Buffer.from(text), redirectHost: null, failure: null, detail: null },
});

interface Defects {
  readonly verified?: (delivery: Delivery) => Callback | null;
  /** Returns whether the shop credits the order. `handled` is true for a repeated callback. */
  readonly credits?: (callback: Callback, handled: boolean) => boolean;
  /** Returns the amounts to credit in INR, each as a separate credit. */
  readonly amounts?: (callback: {
    readonly amount: string;
    readonly paidAmount: string | null;
  }) => readonly string[];
  /** Runs after the check for an earlier callback and before the record of this callback. */
  readonly pause?: () => Promise<void>;
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function genuine({ body, format }: Delivery, own = credentials): Callback | null {
  try {
    return verifyCallback(body, { contentType: contentTypes[format], ...own });
  } catch {
    return null;
  }
}

/** A shop without a socket, and its probe. */
function shop(defects: Defects = {}) {
  const { verified = genuine, credits = (_, handled) => !handled, pause } = defects;
  const { amounts = ({ paidAmount }) => [paidAmount ?? '0.00'] } = defects;
  const books = new Map<string, bigint[]>();
  const handled = new Set<string>();
  const take = async (callback: Callback) => {
    if (callback.kind === 'payout' || (callback.kind === 'payin' && callback.test)) return;
    if (callback.status !== 'success' && defects.credits === undefined) return;
    const order = callback.kind === 'payin' ? callback.mchOrderNo : callback.clientRef;
    const isHandled = handled.has(order);
    if (pause !== undefined) await pause();
    handled.add(order);
    if (!credits(callback, isHandled)) return;
    const { amount } = callback;
    const paid = callback.kind === 'payin' ? callback.paidAmount : amount;
    const all = amounts({ amount, paidAmount: paid }).map((text) => parseAmount(text));
    books.set(order, [...(books.get(order) ?? []), ...all]);
  };
  const send: Sender = async (delivery) => {
    const callback = verified(delivery);
    if (callback === null) return result(401, 'wrong signature');
    await take(callback);
    return result(200, 'success');
  };
  const probe = (order: string) => {
    const all = books.get(order) ?? [];
    return { count: all.length, amount: formatAmount(all.reduce((sum, one) => sum + one, 0n)) };
  };
  return { send, probe };
}

async function checked(send: Sender, options: Partial<CheckWebhookOptions> = {}): Promise<readonly Check[]> {
  const setup = setupOf('http://shop.example/callbacks', { ...credentials, creditMs: 100, ...options });
  const checks: Check[] = [];
  for await (const { check } of runCases({ ...setup, send })) if (check !== null) checks.push(check);
  return checks;
}

function ids(checks: readonly Check[], status: Check['status']): readonly string[] {
  return checks.filter((check) => check.status === status).map(({ id }) => id);
}

/** Reads the fields and does not verify the signature. */
function unverified(delivery: Delivery): Callback | null {
  const { body, format } = delivery;
  try {
    const fields = format === 'json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
    return fields.mchOrderNo
      ? (genuine(delivery) ?? ({ ...fields, kind: 'payin', test: false } as Callback))
      : null;
  } catch {
    return null;
  }
}

describe('a correct shop [contract:check-webhook.credits] [contract:check-webhook.repeats]', () => {
  it('a correct shop passes every case except the skipped cases that need orders of the shop', async () => {
    const { send, probe } = shop();
    const checks = await checked(send, { probe, kinds: ['payin', 'link'] });
    expect(checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
    expect(ids(checks, 'skip')).toEqual(['unknown-order', 'smaller-order', 'link-smaller-order']);
  });
});

describe('a wrong credit [contract:check-webhook.credits]', () => {
  it.each<[string, Defects, readonly string[], RegExp]>([
    [
      'the order amount instead of the paid amount',
      { amounts: ({ amount }) => [amount] },
      ['underpaid'],
      /^the order was credited once, with 500\.37 in total; the customer paid 9\.87 once$/,
    ],
    [
      'in two parts',
      { amounts: ({ paidAmount }) => [formatAmount(parseAmount(paidAmount ?? '0.00') - 1n), '0.01'] },
      ['payin-json', 'failed-then-success', 'underpaid'],
      /^the order was credited 2 times, with 500\.37 in total; the customer paid 500\.37 once$/,
    ],
    [
      'one paisa less',
      { amounts: ({ paidAmount }) => [formatAmount(parseAmount(paidAmount ?? '0.00') - 1n)] },
      ['payin-json', 'failed-then-success'],
      /^the order was credited once, with 500\.36 in total; the customer paid 500\.37 once$/,
    ],
    [
      'an order with any status',
      { credits: (_, handled) => !handled },
      ['failed'],
      /^the order was credited once, with 0\.00 in total; the order must not be credited$/,
    ],
    [
      'nothing after a failed callback',
      { credits: ({ status }, handled) => status === 'success' && !handled },
      ['failed-then-success', 'pending-then-success'],
      /^the order is paid and the shop acknowledged the callback, but the order is not credited$/,
    ],
    [
      'a callback with any signature',
      { verified: unverified },
      ['unsigned', 'altered-amount', 'altered-order', 'altered-merchant', 'altered-status', 'other-merchant'],
      /a paid pay-in without sign is acknowledged with success, as if it were genuine/,
    ],
  ])('the check reports a shop that credits %s', async (_what, defects, expected, message) => {
    const { send, probe } = shop(defects);
    const checks = await checked(send, { probe });
    expect(ids(checks, 'fail')).toEqual(expect.arrayContaining([...expected]));
    const first = checks.find(({ id }) => id === expected[0]);
    expect(first?.message).toMatch(message);
  });

  it('a check ignores credits from before the check', async () => {
    const { send, probe } = shop();
    const before = (order: string) => {
      const { count, amount } = probe(order);
      return { count: count + 2, amount: formatAmount(parseAmount(amount) + 300n) };
    };
    expect(ids(await checked(send, { probe: before, kinds: ['payin'] }), 'fail')).toEqual([]);
  });

  it('a check reports a reversed credit', async () => {
    const { send, probe } = shop();
    const told = new Set<string>();
    let isTakenBack = false;
    const cancelling: Sender = async (delivery, signal) => {
      isTakenBack ||= told.has(delivery.body);
      told.add(delivery.body);
      return send(delivery, signal);
    };
    const given = (order: string) => (isTakenBack ? { count: 0, amount: '0.00' } : probe(order));
    const checks = await checked(cancelling, { probe: given, cases: ['payin-json', 'much-later'] });
    expect(checks).toMatchObject([
      { status: 'pass' },
      { status: 'fail', message: 'the shop reversed 500.37 that was credited (as JSON)' },
    ]);
  });

  it('a check waits for a late credit, even if earlier credits were immediate', async () => {
    const { send, probe } = shop();
    const late: Promise<unknown>[] = [];
    const lagging: Sender = async (delivery, signal) => {
      if (late.length > 0 || !delivery.body.includes('नीली')) return send(delivery, signal);
      late.push(new Promise((resolve) => setTimeout(resolve, 60)).then(() => send(delivery, signal)));
      return result(200, 'success');
    };
    const checks = await checked(lagging, { probe, cases: ['payin-json', 'unicode'], creditMs: 30_000 });
    expect(checks).toMatchObject([{ status: 'pass' }, { id: 'unicode', status: 'pass' }]);
    expect(late).toHaveLength(1);
  });
});

describe('a repeated callback [contract:check-webhook.repeats]', () => {
  it.each<[string, Defects, readonly string[]]>([
    [
      'each repeated callback',
      { credits: ({ status }) => status === 'success' },
      ['underpaid', 'slightly-underpaid', 'no-utr', 'repeated', 'at-once', 'much-later'],
    ],
    [
      'two simultaneous callbacks after separate queries',
      { pause: () => new Promise((resolve) => setTimeout(resolve, 5)) },
      ['at-once'],
    ],
  ])('the check reports a shop that credits %s', async (_what, defects, expected) => {
    const { send, probe } = shop(defects);
    const checks = await checked(send, { probe, kinds: ['payin'] });
    expect(ids(checks, 'fail')).toEqual(expected);
  });
});

describe('the response time [contract:check-webhook.time]', () => {
  const taking =
    (durationMs: number): Sender =>
    async (delivery) => ({ ...result(genuine(delivery) === null ? 401 : 200, 'success'), durationMs });

  it.each([
    [4_000, 'pass'],
    [4_001, 'warn'],
  ] as const)(
    'the check result for a response time of %i ms of the allowed 8 seconds is %s',
    async (durationMs, status) => {
      const [, timed] = await checked(taking(durationMs), { cases: ['unicode', 'answer-time'] });
      expect(timed).toMatchObject({
        id: 'answer-time',
        status,
        message: expect.stringContaining(`took ${durationMs} ms of the 8000 ms timeout`),
      });
    },
  );

  it('the check sends only a few attempts to an endpoint that never responds in time', async () => {
    let sent = 0;
    const silent: Sender = async () => {
      sent += 1;
      return { ...result(0, ''), status: null, body: null, failure: 'timeout', detail: '8 s' };
    };
    const cases = caseSummaries().flatMap(({ id, kind }) => (kind === 'path' ? [] : [id]));
    const checks = await checked(silent, { cases });
    expect(sent).toBeLessThanOrEqual(3);
    expect(checks[0]).toMatchObject({
      status: 'fail',
      message: 'it is not acknowledged: no response within 8 s',
      exchanges: [{ received: 'no complete response within 8000 ms' }],
    });
    expect(ids(checks, 'skip').length).toBeGreaterThan(30);
  });
});

describe('an almost genuine forgery [contract:check-webhook.forged]', () => {
  it.each<[string, (delivery: Delivery) => Callback | null, readonly string[]]>([
    [
      'no check of the merchant',
      (delivery) => {
        const mchId = /"mchId":\s*"(\w+)"|mchId=(\w+)/.exec(delivery.body)?.slice(1).find(Boolean);
        return genuine(delivery, { ...credentials, mchId: mchId ?? '' });
      },
      ['other-merchant'],
    ],
    [
      'either key for any kind',
      (delivery) => genuine(delivery) ?? genuine(delivery, { ...credentials, mchKey: credentials.mchSecret }),
      ['other-key'],
    ],
  ])('the check reports a shop with %s', async (_what, verified, expected) => {
    const { send, probe } = shop({ verified });
    const checks = await checked(send, { probe, kinds: ['payin'] });
    expect(ids(checks, 'fail')).toEqual(expected);
  });
});
