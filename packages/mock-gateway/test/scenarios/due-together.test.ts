import type { DeliveryResult } from '@inrgate/conformance/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { afterStart, callerOf, hour, Orders, openGateway, orderNoOf, temporaryFile } from './harness.ts';
import { openSlowGateway, pausing } from './slow-store.ts';
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
      if (text.test(statement.source)) times += 1;
      return run();
    }),
  );
  return () => times;
}

/** Passes the names of all later calls of the store to `heard`, in order. */
function calls(heard: (names: readonly string[]) => void = () => {}): readonly string[] {
  const names: string[] = [];
  pausing((name, when) => {
    if (when === 'before' && names.push(name) > 0) heard(names);
  });
  return names;
}

const commits = (names: readonly string[]) => names.filter((name) => name === 'commit').length;

describe('simultaneous expiry of orders [contract:serve.expiry]', () => {
  it('orders that expire together share transactions', async () => {
    const { db } = await storeOf(count);
    const [expired, transactions] = [counted(/^UPDATE deposits/), counted(/^BEGIN/)];
    await openGateway({ db, ...later, sender: async () => rejected });
    await expect.poll(expired).toBe(count);
    expect(transactions()).toBeLessThan(count / 10);
  });

  it('the gateway claims due callbacks before it expires orders', async () => {
    const { db } = await storeOf(count);
    const names = calls();
    const sent: string[] = [];
    const sender = async () => {
      sent.push('callback');
      return rejected;
    };
    await openSlowGateway({ db, ...later, sender });
    await expect.poll(() => sent.length).toBe(1);
    expect(names.indexOf('callbacks.claim')).toBeLessThan(names.indexOf('deposits.dueToExpire'));
    expect(commits(names)).toBeLessThanOrEqual(2 * batch);
  });

  it('orders that expire together delay the callback of a paid order by at most one batch', async () => {
    const { db } = await storeOf(count);
    const halfWay = Promise.withResolvers<void>();
    const names = calls((asked) => {
      if (commits(asked) === batch + 1) halfWay.resolve();
    });
    const sent: string[] = [];
    const sender = async ({ body }: { readonly body: string }) => {
      sent.push(body);
      return rejected;
    };
    const gateway = await openSlowGateway({ db, ...later, sender });
    const [first] = await Promise.all([made(gateway), halfWay.promise]);
    const paidAfter = names.length;
    await gateway.payins.pay(first);
    await expect.poll(() => sent.some((body) => body.includes('"NEW"'))).toBe(true);
    const claimed = names.indexOf('callbacks.claim', names.indexOf('merchants.get', paidAfter));
    expect(commits(names.slice(paidAfter, claimed))).toBeLessThanOrEqual(2 * batch);
    // If all orders had expired by then, the test would prove nothing.
    expect(commits(names.slice(0, claimed))).toBeLessThan(count);
  });
});

/** Creates an order before half of the other orders expire. */
async function made(gateway: MockGateway): Promise<string> {
  return orderNoOf(await callerOf(gateway).payin({ mchOrderNo: 'NEW', notifyUrl: url }));
}
