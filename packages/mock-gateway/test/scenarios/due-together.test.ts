import type { DeliveryResult } from '@inrgate/conformance/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../src/index.ts';
import { afterStart, callerOf, hour, Orders, openGateway, orderNoOf, temporaryFile } from './harness.ts';
import { inFrontOfStatements } from './statements.ts';

const count = 1_000;
/** Maximum number of expiries that delay a callback. */
const batch = 64;
const url = 'http://127.0.0.1:3000/callbacks';
const settings = { rateLimitPerMinute: null };
const rejected: DeliveryResult = {
  durationMs: 1,
  status: 500,
  body: null,
  redirectHost: null,
  failure: null,
  detail: null,
};
const later: GatewayOptions = { settings, clock: { now: afterStart(hour), mode: 'running' } };

/** Creates a store with expired orders and one callback whose retry is due. */
async function storeOf(orders: number): Promise<{ readonly db: string; readonly paid: string }> {
  const db = temporaryFile();
  const gateway = await openGateway({ db, settings, sender: async () => rejected });
  const made = new Orders(gateway);
  const paid = await made.payin({ notifyUrl: url });
  await gateway.payins.pay(paid);
  await gateway.callbacks.settle();
  await Promise.all(Array.from({ length: orders }, () => made.payin({ notifyUrl: url })));
  await gateway.close();
  return { db, paid };
}

/** Counts the SQLite statements that match, from this call. */
function counted(text: RegExp): () => number {
  let times = 0;
  onTestFinished(
    inFrontOfStatements((statement, run) => {
      if (text.test(statement.sql)) times += 1;
      return run();
    }),
  );
  return () => times;
}

describe('simultaneous expiry of orders [contract:serve.expiry]', () => {
  it('orders that expire together share transactions', async () => {
    const { db } = await storeOf(count);
    const [expired, transactions] = [counted(/^UPDATE deposits/), counted(/^BEGIN/)];
    await openGateway({ db, ...later, sender: async () => rejected });
    await expect.poll(expired).toBe(count);
    expect(transactions()).toBeLessThan(count / 10);
  });

  it('the gateway sends due callbacks before it expires all orders', async () => {
    const { db } = await storeOf(count);
    const expired = counted(/^UPDATE deposits/);
    const expiredBefore: number[] = [];
    const sender = async () => {
      expiredBefore.push(expired());
      return rejected;
    };
    await openGateway({ db, ...later, sender });
    await expect.poll(() => expiredBefore.length).toBe(1);
    expect(expiredBefore[0]).toBeLessThanOrEqual(2 * batch);
  });

  it('orders that expire together delay the callback of a paid order by at most two batches', async () => {
    const { db } = await storeOf(count);
    const expired = counted(/^UPDATE deposits/);
    const sent = new Map<string, number>();
    const sender = async ({ body }: { readonly body: string }) => {
      if (body.includes('"NEW"')) sent.set('NEW', expired());
      return rejected;
    };
    const gateway = await openGateway({ db, ...later, sender });
    const answer = await callerOf(gateway).payin({ mchOrderNo: 'NEW', notifyUrl: url });
    await gateway.payins.pay(orderNoOf(answer));
    const before = expired();
    await expect.poll(() => sent.has('NEW')).toBe(true);
    expect((sent.get('NEW') ?? count) - before).toBeLessThanOrEqual(2 * batch + 1);
  });
});

describe('simultaneous payments by simulated customers', () => {
  /** Maximum number of payments that delay a callback. */
  const payments = 16;

  it('payments that fall due together delay the callback of another order by a few batches', async () => {
    const paid = counted(/^UPDATE deposits/);
    const sent: number[] = [];
    const sender = async ({ url: to }: { readonly url: string }) => {
      if (to === url) sent.push(paid());
      return rejected;
    };
    const busy = await openGateway({ settings, sender });
    const orders = new Orders(busy);
    await Promise.all(Array.from({ length: count }, () => orders.payin({ amount: '500.00' })));
    const other = await orders.payin({ amount: '500.05', notifyUrl: url });
    await busy.settings.update({ simulation: { payAfterSeconds: 5 } });
    const advanced = busy.clock.advance('5s');
    await expect.poll(paid, { interval: 1 }).toBeGreaterThan(payments);
    const before = paid();
    await busy.payins.pay(other);
    await advanced;
    expect(before).toBeLessThan(count / 2);
    expect((sent[0] ?? count) - before).toBeLessThanOrEqual(5 * payments);
    expect(paid()).toBe(count + 1);
  });
});
