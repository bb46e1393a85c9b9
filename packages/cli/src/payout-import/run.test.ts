import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import type { PayoutRow } from './rows.ts';
import { type Run, type Stop, sendAll } from './run.ts';

let folder: string;
let gateway: MockGateway;
let journal: Journal;
let client: GatewayClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-run-'));
  gateway = await createMockGateway();
  const { baseUrl, fetch, merchant } = gateway;
  client = new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
  journal = await Journal.open(path.join(folder, 'a.journal'), { baseUrl, mchId: merchant.mchId });
});
afterEach(async () => {
  await journal.close();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

function row(mchOrderNo: string, amount = '1000.00'): PayoutRow {
  const params = { mchOrderNo, amount, upiId: 'asha@okhdfcbank' };
  return { line: 2, mchOrderNo, amount: 0n, payType: 'upi', params, values: params };
}

function send(rows: readonly PayoutRow[], options: Partial<Run> = {}): Promise<Stop | undefined> {
  const never = new AbortController().signal;
  const run = { client, journal, stopOnError: false, stop: never, abort: never, onRow: () => {} };
  return sendAll(rows, { ...run, ...options });
}

/** What the journal says of each number, with the error where there is one. */
function outcomes(): readonly string[] {
  return [...journal.states].map(([number, { answer }]) => {
    const error = answer !== undefined && 'error' in answer ? ` ${answer.error}` : '';
    return `${number} ${answer?.event}${error}`;
  });
}

/** The numbers at the gateway, oldest first. */
async function withdrawn(): Promise<readonly string[]> {
  const { items } = await gateway.payouts.list();
  return items.map(({ mchOrderNo }) => mchOrderNo).reverse();
}

function lose(mchOrderNo: string, phase: 'before' | 'after', times = 1): void {
  gateway.faults.add({ endpoint: 'payout', mchOrderNo, phase, times, action: { kind: 'drop' } });
}

test('every row is sent once, in its order', async () => {
  expect(await send([row('W-1'), row('W-2')])).toBeUndefined();
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
  expect(await withdrawn()).toEqual(['W-1', 'W-2']);
});

test('a row is in the journal before it is sent', async () => {
  const seen: boolean[] = [];
  const { baseUrl, merchant } = gateway;
  const fetch = (request: Request) => {
    seen.push(journal.states.get('W-1')?.open ?? false);
    return gateway.fetch(request);
  };
  await send([row('W-1')], { client: new GatewayClient({ baseUrl, fetch, ...merchant }) });
  expect(seen).toEqual([true]);
});

test('a number that existed before is told apart from one that this import has made', async () => {
  await client.payouts.create(row('W-1').params);
  lose('W-2', 'after');
  const { baseUrl, fetch, merchant } = gateway;
  await send([row('W-1'), row('W-2')], { client: new GatewayClient({ baseUrl, fetch, ...merchant }) });
  expect(outcomes()).toEqual(['W-1 duplicate', 'W-2 created']);
});

test('a number of another withdrawal is refused, whichever way it is seen', async () => {
  await client.payouts.create(row('W-1', '600.00').params);
  await client.payouts.create(row('W-2', '600.00').params);
  lose('W-2', 'before');
  await send([row('W-1'), row('W-2')]);
  expect(outcomes()).toEqual(['W-1 refused duplicate_order', 'W-2 refused duplicate_order']);
});

test('a lost answer is looked up', async () => {
  lose('W-1', 'after');
  await send([row('W-1'), row('W-2')]);
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
});

test('a lost request stays unknown, as it may still be on its way, and the next run sends it again', async () => {
  lose('W-1', 'before');
  await send([row('W-1'), row('W-2')]);
  expect(outcomes()).toEqual(['W-1 unknown ConnectionError', 'W-2 created']);
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
  expect(await withdrawn()).toEqual(['W-2', 'W-1']);
});

test('a row that was sent by a run that was killed is not paid again', async () => {
  await journal.intend(row('W-1'));
  await client.payouts.create(row('W-1').params);
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created']);
  expect(await withdrawn()).toEqual(['W-1']);
});

test('a refusal that comes before the number is looked at leaves an open row unknown', async () => {
  await journal.intend(row('W-1'));
  await client.payouts.create(row('W-1').params);
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 unknown account_suspended']);
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: false });
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created']);
});

test('an open row that the gateway refuses and does not have is refused', async () => {
  await journal.intend(row('W-1', '150000.00'));
  await send([row('W-1', '150000.00')]);
  expect(outcomes()).toEqual(['W-1 refused insufficient_balance']);
});

test('a row that is refused for itself holds up no other', async () => {
  expect(await send([row('W-1', '100.00'), row('W-2')])).toBeUndefined();
  expect(outcomes()).toEqual(['W-1 refused amount_range', 'W-2 created']);
});

test.each([
  ['insufficient_balance', {}, '150000.00'],
  ['daily_limit', { limits: { payoutDaily: '5000.00' } }, '6000.00'],
  ['account_suspended', { suspended: true }, '1000.00'],
  ['ip_whitelist_required', { ipAllowList: [] }, '1000.00'],
])('%s stops the import: the rows after it are not sent', async (error, change, amount) => {
  await gateway.merchants.update(gateway.merchant.mchId, change);
  expect(await send([row('W-1', amount), row('W-2')])).toEqual({ kind: 'refused', error });
  expect(outcomes()).toEqual([`W-1 refused ${error}`]);
});

test('three rows in a row without an answer stop the import', async () => {
  const rows = ['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'].map((number) => row(number));
  for (const number of ['W-1', 'W-2', 'W-4', 'W-5', 'W-6']) lose(number, 'before');
  expect(await send([...rows, row('W-7')])).toEqual({ kind: 'no_answer' });
  expect(outcomes().map((text) => text.slice(0, 8))).toEqual([
    'W-1 unkn',
    'W-2 unkn',
    'W-3 crea',
    'W-4 unkn',
    'W-5 unkn',
    'W-6 unkn',
  ]);
});

test('where nobody listens nothing was sent, and that is known', async () => {
  const { merchant } = gateway;
  const refused = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  });
  const dead = new GatewayClient({
    baseUrl: gateway.baseUrl,
    fetch: () => Promise.reject(refused),
    ...merchant,
    maxRetries: 0,
  });
  await send([row('W-1')], { client: dead });
  expect(outcomes()).toEqual(['W-1 not_sent ConnectionError']);
  expect(journal.states.get('W-1')?.open).toBe(false);
});

test('with stopOnError, the first row that is not paid stops the import', async () => {
  const stop = await send([row('W-1', '100.00'), row('W-2')], { stopOnError: true });
  expect(stop).toEqual({ kind: 'error', mchOrderNo: 'W-1' });
  expect(outcomes()).toEqual(['W-1 refused amount_range']);
});

test('an interruption lets the row on its way come to its end, and begins no other', async () => {
  const stop = new AbortController();
  const onRow = () => stop.abort();
  expect(await send([row('W-1'), row('W-2')], { stop: stop.signal, onRow })).toEqual({ kind: 'interrupted' });
  expect(outcomes()).toEqual(['W-1 created']);
  expect(await send([row('W-2')], { stop: stop.signal })).toEqual({ kind: 'interrupted' });
});

test('a row that is given up on its way is unknown', async () => {
  const abort = new AbortController();
  const { baseUrl, merchant } = gateway;
  const fetch = async (request: Request) => {
    await gateway.fetch(request.clone() as Request);
    abort.abort();
    return gateway.fetch(request);
  };
  await send([row('W-1')], {
    abort: abort.signal,
    client: new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 }),
  });
  expect(outcomes()).toEqual(['W-1 unknown interrupted']);
});

test('a row that is interrupted while it waits for its turn was not sent, and is no refusal', async () => {
  const abort = new AbortController();
  const action = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 30 } as const;
  gateway.faults.add({ endpoint: 'payout', phase: 'before', action });
  const { baseUrl, fetch, merchant } = gateway;
  const hooks = { beforeRetry: () => abort.abort() };
  await send([row('W-1')], {
    abort: abort.signal,
    client: new GatewayClient({ baseUrl, fetch, ...merchant, maxRetryAfter: 60_000, hooks }),
  });
  expect(outcomes()).toEqual(['W-1 not_sent interrupted']);
  expect(journal.states.get('W-1')?.open).toBe(false);
});
