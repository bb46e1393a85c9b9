import { GatewayClient, type Payin, type Payout } from '@inrgate/sdk';
import { type Callback, createCallbackHandler } from '@inrgate/sdk/callbacks';
import { describe, expect, it } from 'vitest';
import { allTogether, respellCallback, respelledFetch, type Way, ways } from '../../../../test/respelled.ts';
import type { MockGateway } from '../../src/index.ts';
import { openGateway } from '../scenarios/harness.ts';

// The ways in which gateways write fields. A merchant's day must be the same at a gateway that writes every field in
// another way.

const spellings: readonly (readonly [string, readonly Way[]])[] = [
  ...ways.map((way) => [way, [way]] as const),
  ['all of them together', allTogether],
];

interface Day {
  readonly orders: readonly unknown[];
  readonly refusals: readonly unknown[];
  readonly callbacks: readonly Callback[];
  /** The handler's responses, including those to the second delivery of each callback. */
  readonly answers: readonly string[];
}

/** Order numbers that consist of digits, because a gateway can write them as JSON numbers. */
const numbers = {
  paid: '1001',
  failed: '1002',
  expired: '1003',
  usdt: '1004',
  out: '2001',
  rejected: '2002',
};

async function day(respelled: readonly Way[]): Promise<Day> {
  const gateway = await openGateway();
  const { baseUrl, legacyBaseUrl, merchant } = gateway;
  const fetch = respelledFetch(gateway.fetch, { ways: respelled });
  const client = new GatewayClient({ baseUrl, legacyBaseUrl, ...merchant, fetch, maxRetries: 0 });
  const rejections = await refused(client);
  const orders = await ordered(gateway, client);
  const callbacks: Callback[] = [];
  const answers: string[] = [];
  const note = (callback: Callback) => callbacks.push(callback);
  const handler = createCallbackHandler({
    ...merchant,
    ...{ onPayin: note, onPayout: note, onLink: note, onTest: note, confirm: client },
  });
  for (const { kind, body } of (await gateway.callbacks.list({ limit: 100 })).items.toReversed()) {
    const key = kind === 'payin' ? merchant.mchKey : merchant.mchSecret;
    for (const written of [respellCallback(body, key, { ways: respelled }), body]) {
      const request = new Request('https://shop.example/callbacks', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: written,
      });
      const answer = await handler(request);
      answers.push(`${kind} ${answer.status} ${await answer.text()}`);
    }
  }
  return { orders, refusals: rejections, callbacks, answers };
}

/** Returns the results of the merchant's orders. Creates each order twice, moves it, and reads it in every way. */
async function ordered(gateway: MockGateway, client: GatewayClient): Promise<readonly unknown[]> {
  const { payins, payouts, links, balance } = client;
  const notifyUrl = 'http://127.0.0.1:9/callbacks';
  const wait = { deadline: 5_000, interval: 1 };
  const payin = (mchOrderNo: string) =>
    payins.create({ mchOrderNo, amount: '500.50', extra: 'blue', notifyUrl });
  const payout = (mchOrderNo: string) =>
    payouts.create({ mchOrderNo, amount: '1000.00', upiId: 'asha@okhdfcbank' });
  const moved = async <Order extends Payin | Payout>(order: Order, move: (orderNo: string) => unknown) => {
    await move(order.orderNo);
    return order;
  };
  const link = await links.create({ amount: '500', clientRef: '42', notifyUrl });
  const told = [
    link,
    await links.create({ amount: '500.0', clientRef: '42', notifyUrl }),
    await payins.create({ mchOrderNo: numbers.usdt, amount: '500.00', tradeType: 'usdt' }),
    await payin(numbers.expired),
    await payin(numbers.expired),
    await payins.recover(numbers.expired),
    await moved(await payin(numbers.paid), (orderNo) =>
      gateway.payins.pay(orderNo, { paidAmount: '499.50' }),
    ),
    await moved(await payin(numbers.failed), (orderNo) => gateway.payins.fail(orderNo)),
    await moved(await payout(numbers.out), (orderNo) => gateway.payouts.approve(orderNo)),
    await payouts.recover(numbers.out),
    await moved(await payout(numbers.rejected), (orderNo) => gateway.payouts.reject(orderNo)),
    await balance.retrieve(),
  ];
  await gateway.payouts.complete(String((await payouts.retrieve({ mchOrderNo: numbers.out })).orderNo));
  await gateway.links.pay(link.linkCode);
  await gateway.clock.advance('31m');
  return [
    ...told,
    await links.retrieve({ linkCode: link.linkCode }),
    await payins.waitForFinal({ mchOrderNo: numbers.paid }, wait),
    await payins.waitForFinal({ mchOrderNo: numbers.failed }, wait),
    await payins.recover(numbers.expired),
    await payouts.waitForFinal({ mchOrderNo: numbers.out }, wait),
    await payouts.recover(numbers.rejected),
    await payouts.recover('2999'),
    await balance.retrieve(),
  ];
}

/** Returns the errors of calls that the gateway rejects. */
async function refused({ payins, payouts, links }: GatewayClient): Promise<readonly unknown[]> {
  const calls: readonly (() => Promise<unknown>)[] = [
    () => payins.create({ mchOrderNo: '1', amount: '1.00' }),
    () => payins.retrieve({ mchOrderNo: '1' }),
    () => payouts.create({ mchOrderNo: '2', amount: '200000.00', upiId: 'asha@okhdfcbank' }),
    () => payouts.create({ mchOrderNo: '2', amount: '1000.00', upiId: 'asha' }),
    () => payouts.recover('2'),
    () => links.create({ amount: '1', clientRef: '3' }),
    () => links.retrieve({ linkCode: 'L' }),
  ];
  return Promise.all(
    calls.map((call) =>
      call().catch((error: object) => ({ ...error, name: Object(error).name, message: String(error) })),
    ),
  );
}

/**
 * Replaces generated values with names in the order of their appearance, so results of two gateways can be compared.
 */
function comparable(value: Day): unknown {
  const names = new Map<string, string>();
  const madeUp = /\b(?:WD|PI)\d{8,}|\/pay\/[^"]+|"(?:linkCode|utr|address|txid)":"[^"]+"/g;
  const text = JSON.stringify(value).replace(madeUp, (found) => {
    const known = names.get(found) ?? `made-up-${names.size}`;
    names.set(found, known);
    return found.startsWith('"') ? `"made-up":"${known}"` : known;
  });
  return JSON.parse(text);
}

let plain: Promise<Day> | undefined;

/** A day at the mock gateway. Only the first test plays the day. */
function plainDay(): Promise<Day> {
  plain ??= day([]);
  return plain;
}

describe('SDK with a gateway that uses other spellings', () => {
  it.each(spellings)(
    'the SDK handles a day of orders at a gateway with %s exactly as at the mock gateway [reading:sdk.spellings]',
    async (_name, respelled) => {
      const plain = await plainDay();
      const other = await day(respelled);
      expect(comparable(other)).toEqual(comparable(plain));
      // The callbacks of the pay-ins, payouts and the link. The final callback of the payout arrives before the
      // callback of its approval.
      expect(plain.callbacks).toHaveLength(5);
      expect(plain.answers.every((answer) => answer.endsWith(' 200 success'))).toBe(true);
    },
  );
});
