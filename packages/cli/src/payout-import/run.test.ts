import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WaitingCalls } from '../batch/waiting-calls.ts';
import { Journal } from './journal.ts';
import type { PayoutRow } from './rows.ts';
import { type ImportStop, type Run, sendAll } from './run.ts';

let folder: string;
let gateway: MockGateway;
let journal: Journal;
let client: GatewayClient;
/** The waiting times in the gateway's responses. */
let waits: number[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-run-'));
  gateway = await createMockGateway();
  waits = [];
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

function send(rows: readonly PayoutRow[], options: Partial<Run> = {}): Promise<ImportStop | undefined> {
  const never = new AbortController().signal;
  const calls = new WaitingCalls(async (ms) => void waits.push(ms), options.stop ?? never);
  const run = {
    client,
    journal,
    acceptExisting: false,
    stopOnError: false,
    stop: never,
    abort: never,
    calls,
    onRow: () => {},
  };
  return sendAll(rows, { ...run, ...options });
}

/** State of each order number in the journal, with its error. */
function outcomes(): readonly string[] {
  return [...journal.states].map(([number, { answer }]) => {
    const error = answer !== undefined && 'error' in answer ? ` ${answer.error}` : '';
    return `${number} ${answer?.event}${error}`;
  });
}

/** The order numbers at the gateway, oldest first. */
async function withdrawn(): Promise<readonly string[]> {
  const { items } = await gateway.payouts.list();
  return items.map(({ mchOrderNo }) => mchOrderNo).reverse();
}

function lose(mchOrderNo: string, phase: 'before' | 'after', times = 1): void {
  gateway.faults.add({ endpoint: 'payout', mchOrderNo, phase, times, action: { kind: 'drop' } });
}

test('the import sends every row once, in the order of the file', async () => {
  expect(await send([row('W-1'), row('W-2')])).toBeUndefined();
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
  expect(await withdrawn()).toEqual(['W-1', 'W-2']);
});

test('the journal contains a row before the import sends the row', async () => {
  const seen: boolean[] = [];
  const { baseUrl, merchant } = gateway;
  const fetch = (request: Request) => {
    seen.push(journal.states.get('W-1')?.open ?? false);
    return gateway.fetch(request);
  };
  await send([row('W-1')], { client: new GatewayClient({ baseUrl, fetch, ...merchant }) });
  expect(seen).toEqual([true]);
});

test('the import distinguishes an existing payout from a payout that it created', async () => {
  await client.payouts.create(row('W-1').params);
  lose('W-2', 'after');
  const { baseUrl, fetch, merchant } = gateway;
  await send([row('W-1'), row('W-2')], { client: new GatewayClient({ baseUrl, fetch, ...merchant }) });
  expect(outcomes()).toEqual(['W-1 duplicate', 'W-2 created']);
});

test('the import rejects a row whose order number belongs to another payout', async () => {
  await client.payouts.create(row('W-1', '600.00').params);
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 refused duplicate_order']);
});

test('the import queries a row after a lost response', async () => {
  lose('W-1', 'after');
  await send([row('W-1'), row('W-2')]);
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
});

test('a row whose request is lost stays unknown until the next run sends the row again', async () => {
  lose('W-1', 'before');
  await send([row('W-1'), row('W-2')]);
  expect(outcomes()).toEqual(['W-1 unknown ConnectionError', 'W-2 created']);
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created']);
  expect(await withdrawn()).toEqual(['W-2', 'W-1']);
});

test('the import does not pay a row twice after a killed run has sent the row', async () => {
  await journal.intend(row('W-1'));
  await client.payouts.create(row('W-1').params);
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created']);
  expect(await withdrawn()).toEqual(['W-1']);
});

test('a row with an unknown outcome stays unknown after a rejection that the gateway sends before it checks the order number', async () => {
  await journal.intend(row('W-1'));
  await client.payouts.create(row('W-1').params);
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 unknown account_suspended']);
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: false });
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created']);
});

test('a row rejected for insufficient balance after an attempt without a response stays unknown and stops the import', async () => {
  await journal.intend(row('W-1', '150000.00'));
  expect(await send([row('W-1', '150000.00'), row('W-2')])).toEqual({
    kind: 'refused',
    error: 'insufficient_balance',
  });
  expect(outcomes()).toEqual(['W-1 unknown insufficient_balance']);
});

test('a rejection that concerns only one row does not stop the import', async () => {
  expect(await send([row('W-1', '100.00'), row('W-2')])).toBeUndefined();
  expect(outcomes()).toEqual(['W-1 refused amount_range', 'W-2 created']);
});

test.each([
  ['insufficient_balance', {}, '150000.00'],
  ['daily_limit', { limits: { payoutDaily: '5000.00' } }, '6000.00'],
  ['account_suspended', { suspended: true }, '1000.00'],
  ['ip_whitelist_required', { ipAllowList: [] }, '1000.00'],
])('the error %s stops the import before the following rows', async (error, change, amount) => {
  await gateway.merchants.update(gateway.merchant.mchId, change);
  expect(await send([row('W-1', amount), row('W-2')])).toEqual({ kind: 'refused', error });
  expect(outcomes()).toEqual([`W-1 refused ${error}`]);
});

test('three successive rows without a response stop the import', async () => {
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

test('a row counts as not sent if its connection is refused', async () => {
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

test('the option stopOnError stops the import at the first row that is not paid', async () => {
  const stop = await send([row('W-1', '100.00'), row('W-2')], { stopOnError: true });
  expect(stop).toEqual({ kind: 'error', mchOrderNo: 'W-1' });
  expect(outcomes()).toEqual(['W-1 refused amount_range']);
});

test('an interruption stops the import after the current row', async () => {
  const stop = new AbortController();
  const onRow = () => stop.abort();
  expect(await send([row('W-1'), row('W-2')], { stop: stop.signal, onRow })).toEqual({ kind: 'interrupted' });
  expect(outcomes()).toEqual(['W-1 created']);
  expect(await send([row('W-2')], { stop: stop.signal })).toEqual({ kind: 'interrupted' });
});

test('a row whose request is aborted has an unknown outcome', async () => {
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

test('a row that is interrupted while it waits counts as not sent', async () => {
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

/** Client of a gateway whose responses contain other values of `fields` for each payout. */
function clientThatTells(fields: Readonly<Record<string, unknown>>, endpoint = /./): GatewayClient {
  const { baseUrl, merchant } = gateway;
  const fetch = async (request: Request) => {
    const answer = await gateway.fetch(request);
    const body = (await answer.json()) as { readonly data?: object };
    if (body.data === undefined || !endpoint.test(request.url)) return Response.json(body, answer);
    return Response.json({ ...body, data: { ...body.data, ...fields } }, { status: answer.status });
  };
  return new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
}

test.each([
  [{ amount: '1000' }, 'W-1 created'],
  [{ amount: '1000.0' }, 'W-1 created'],
  [{ amount: 1000 }, 'W-1 created'],
  [{ payType: 'UPI' }, 'W-1 created'],
  [{ payType: null }, 'W-1 created'],
  [{ amount: '900.00' }, 'W-1 unknown other_amount'],
  [{ payType: 'bank' }, 'W-1 unknown other_pay_type'],
  [{ amount: '1,000.00' }, 'W-1 unknown ResponseError'],
  [{ amount: null }, 'W-1 unknown ResponseError'],
  [{ mchOrderNo: 'W-9' }, 'W-1 unknown ResponseError'],
])(
  'the import never records an accepted payout as rejected, whatever the response contains: %j',
  async (fields, outcome) => {
    await send([row('W-1')], { client: clientThatTells(fields) });
    expect(outcomes()).toEqual([outcome]);
    // Send a row without a final state again with the same order number. Neither its outcome nor the number of payouts
    // may change.
    if (journal.states.get('W-1')?.open) await send([row('W-1')], { client: clientThatTells(fields) });
    expect(outcomes()).toEqual([outcome]);
    expect(await withdrawn()).toEqual(['W-1']);
  },
);

test('the import settles a row after a response with wrong fields when the gateway returns the correct fields', async () => {
  await send([row('W-1')], { client: clientThatTells({ amount: '900.00' }) });
  await send([row('W-1')]);
  expect(outcomes()).toEqual(['W-1 created']);
});

test('a payout with another amount stays unknown if an attempt of this import may have created the payout', async () => {
  await client.payouts.create(row('W-1', '600.00').params);
  lose('W-1', 'before');
  for (const _run of [1, 2]) {
    await send([row('W-1')]);
    expect(outcomes()).toEqual(['W-1 unknown other_amount']);
    expect(journal.states.get('W-1')).toMatchObject({
      open: true,
      answer: { orderNo: expect.stringMatching(/^WD/) },
    });
  }
});

/** Client of a gateway that returns 409 for every repeated request, as some real gateways do. */
function clientOfNoRepeats(fields: Readonly<Record<string, unknown>> = {}): GatewayClient {
  const { baseUrl, merchant } = gateway;
  const fetch = async (request: Request) => {
    const answer = await gateway.fetch(request);
    const body = (await answer.json()) as { readonly data?: { readonly duplicate?: boolean } };
    const refusal = { code: 409, success: false, message: 'Used before.', error: 'duplicate_order' };
    if (body.data?.duplicate) return Response.json(refusal, { status: 409 });
    const data = body.data && { ...body.data, ...fields };
    return Response.json({ ...body, data }, { status: answer.status });
  };
  return new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
}

test('if the gateway rejects a retry as a duplicate, the import finds the payout of the row', async () => {
  await journal.intend(row('W-1'));
  await client.payouts.create(row('W-1').params);
  await client.payouts.create(row('W-2').params);
  await send([row('W-1'), row('W-2')], { client: clientOfNoRepeats() });
  expect(outcomes()).toEqual(['W-1 created', 'W-2 duplicate']);
});

test.each([
  [{ amount: '900.00' }, 'other_amount'],
  [{ payType: 'upi_transfer' }, 'other_pay_type'],
])(
  'if the gateway rejects a retry as a duplicate, a row whose payout has %j stays unknown',
  async (fields, error) => {
    for (const _run of [1, 2]) {
      await send([row('W-1')], { client: clientOfNoRepeats(fields) });
      expect(outcomes()).toEqual([`W-1 unknown ${error}`]);
    }
    expect(await withdrawn()).toEqual(['W-1']);
  },
);

test('after a lost response, a row stays unknown if the existing payout has another pay type', async () => {
  const told = clientOfNoRepeats({ payType: 'upi_transfer' });
  await told.payouts.create(row('W-1').params);
  await journal.intend(row('W-1'));
  await send([row('W-1')], { client: told });
  expect(outcomes()).toEqual(['W-1 unknown other_pay_type']);
});

test.each([null, 'upi_transfer'])(
  'a duplicate whose pay type is %s has an unknown outcome',
  async (payType) => {
    await client.payouts.create(row('W-1').params);
    await send([row('W-1')], { client: clientOfNoRepeats({ payType }) });
    expect(outcomes()).toEqual(['W-1 unknown duplicate_order']);
  },
);

test('an error envelope with HTTP status 200 counts as a rejection', async () => {
  const { baseUrl, merchant } = gateway;
  const answering = (error: string, code: number) =>
    new GatewayClient({
      baseUrl,
      ...merchant,
      maxRetries: 0,
      fetch: (request) =>
        request.url.endsWith('/payout')
          ? Promise.resolve(Response.json({ code, success: false, message: 'No.', error }))
          : gateway.fetch(request),
    });
  await send([row('W-1')], { client: answering('ifsc_invalid', 422) });
  await send([row('W-2')], { client: answering('server_error', 500) });
  await journal.intend(row('W-3'));
  await send([row('W-3')], { client: answering('ifsc_invalid', 422) });
  expect(outcomes()).toEqual([
    'W-1 refused ifsc_invalid',
    'W-2 unknown server_error',
    'W-3 unknown ifsc_invalid',
  ]);
});

test('above the rate limit, a row and its query wait for the time in Retry-After', async () => {
  await gateway.clock.freeze();
  await gateway.settings.update({ rateLimitPerMinute: 2 });
  const wait = async (ms: number) => {
    waits.push(ms);
    await gateway.clock.advance(`${ms / 1000}s`);
  };
  const calls = new WaitingCalls(wait, new AbortController().signal);
  lose('W-2', 'after');
  await send([row('W-1'), row('W-2'), row('W-3')], { calls });
  expect(outcomes()).toEqual(['W-1 created', 'W-2 created', 'W-3 created']);
  expect(waits).toEqual([60_000]);
});

test('a row that is interrupted during Retry-After counts as not sent', async () => {
  const stop = new AbortController();
  const action = { kind: 'status', status: 429, error: 'too_many_failures', retryAfter: 900 } as const;
  gateway.faults.add({ endpoint: 'payout', phase: 'before', action });
  const calls = new WaitingCalls(async () => stop.abort(), stop.signal);
  expect(await send([row('W-1'), row('W-2')], { calls, stop: stop.signal })).toEqual({
    kind: 'interrupted',
  });
  expect(outcomes()).toEqual(['W-1 not_sent interrupted']);
});
