import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { payOut, reconcile } from '../src/batch.ts';
import { Journal } from '../src/journal.ts';
import { readWithdrawals } from '../src/withdrawals.ts';

const csv = readFileSync(path.join(import.meta.dirname, '../withdrawals.csv'), 'utf8');

async function open(text = csv) {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-batch-'));
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  onTestFinished(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  const { mchId, mchSecret } = gateway.merchant;
  const client = new GatewayClient({ baseUrl, mchId, mchSecret, maxRetries: 1 });
  const file = path.join(folder, 'withdrawals.csv');
  writeFileSync(file, text);
  const made = async () =>
    (await gateway.payouts.list()).items
      .map(({ mchOrderNo, orderNo }) => ({ mchOrderNo, orderNo }))
      .toReversed();
  return {
    ...{ gateway, baseUrl, file, made },
    numbers: async () => (await made()).map(({ mchOrderNo }) => mchOrderNo),
    /** Runs the program in this process. */
    async run(withdrawals = readWithdrawals(text)) {
      const journal = new Journal(`${file}.journal`);
      const batch = { client, journal, withdrawals };
      const stopped = await payOut(batch).catch((error: unknown) => error);
      const states = Object.fromEntries(
        (await reconcile(batch)).map(({ mchOrderNo, state }) => [mchOrderNo, state]),
      );
      journal.close();
      return { stopped, states };
    },
  };
}

test('the batch creates each payout once, even in two runs', async () => {
  const { run, numbers } = await open();
  const made = { stopped: undefined, states: { 'W-1': 'made', 'W-2': 'made', 'W-3': 'made' } };
  expect(await run()).toEqual(made);
  expect(await run()).toEqual(made);
  expect(await numbers()).toEqual(['W-1', 'W-2', 'W-3']);
});

test('the second run stores which payouts are paid, failed or still in progress', async () => {
  const { run, gateway, made } = await open();
  await run();
  const [first, second] = await made();
  await gateway.payouts.approve(first?.orderNo ?? '');
  await gateway.payouts.complete(first?.orderNo ?? '');
  await gateway.payouts.reject(second?.orderNo ?? '');
  expect((await run()).states).toEqual({ 'W-1': 'paid', 'W-2': 'failed', 'W-3': 'made' });
});

test('the batch queries a payout after a lost response and does not create the payout again', async () => {
  const { run, gateway, numbers } = await open();
  await gateway.faults.add({
    endpoint: 'payout',
    phase: 'after',
    mchOrderNo: 'W-2',
    action: { kind: 'drop' },
  });
  expect((await run()).states).toEqual({ 'W-1': 'made', 'W-2': 'made', 'W-3': 'made' });
  expect(await numbers()).toEqual(['W-1', 'W-2', 'W-3']);
});

test('the batch stops if a payout and its query get no response, and the next run continues', async () => {
  const { run, gateway, numbers } = await open();
  await gateway.faults.add({
    endpoint: 'payout',
    phase: 'after',
    mchOrderNo: 'W-2',
    action: { kind: 'drop' },
  });
  const silent = { endpoint: 'check-order-status', phase: 'before', action: { kind: 'drop' } } as const;
  await gateway.faults.add({ ...silent, mchOrderNo: 'W-2' });
  const { stopped, states } = await run();
  expect(stopped).toMatchObject({ outcome: 'unknown' });
  expect(states).toEqual({ 'W-1': 'made', 'W-2': 'sending', 'W-3': 'not sent' });
  await gateway.faults.clear();
  expect((await run()).states).toEqual({ 'W-1': 'made', 'W-2': 'made', 'W-3': 'made' });
  expect(await numbers()).toEqual(['W-1', 'W-2', 'W-3']);
});

test('after a kill during a request, the next run creates no second payout', async () => {
  const { run, gateway, baseUrl, file, numbers } = await open();
  await gateway.faults.add({
    endpoint: 'payout',
    phase: 'after',
    mchOrderNo: 'W-2',
    action: { kind: 'hang' },
  });
  const main = path.join(import.meta.dirname, '../src/main.ts');
  const args = ['--conditions=@inrgate/source', main, file];
  const own = { INRGATE_BASE_URL: baseUrl, INRGATE_MCH_SECRET: gateway.merchant.mchSecret };
  const program = spawn(process.execPath, args, { env: { ...process.env, ...own } });
  await expect.poll(numbers, { timeout: 30_000 }).toEqual(['W-1', 'W-2']);
  program.kill('SIGKILL');
  await once(program, 'exit');
  // Append an incomplete line, as if the process was killed while it wrote this line.
  appendFileSync(`${file}.journal`, '{"mchOrderNo":"W-3","st');
  await gateway.faults.clear();
  expect(await run()).toEqual({
    stopped: undefined,
    states: { 'W-1': 'made', 'W-2': 'made', 'W-3': 'made' },
  });
  expect(await numbers()).toEqual(['W-1', 'W-2', 'W-3']);
});

test.each([undefined, ''])(
  'the batch with the key %j does not start, even for the demo merchant',
  async (INRGATE_MCH_SECRET) => {
    const { gateway, baseUrl, file } = await open();
    const main = path.join(import.meta.dirname, '../src/main.ts');
    const own = { INRGATE_BASE_URL: baseUrl, INRGATE_MCH_SECRET };
    const args = ['--conditions=@inrgate/source', main, file];
    const ended = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...own } });
    await expect(ended).rejects.toMatchObject({
      code: 2,
      stderr: 'INRGATE_MCH_SECRET is not set\n',
    });
    expect((await gateway.requests.list()).items).toEqual([]);
  },
);

test('the batch reports a rejected payout and creates the remaining payouts', async () => {
  const { run, numbers } = await open(csv.replace('750.50', '1.00'));
  expect((await run()).states).toEqual({ 'W-1': 'made', 'W-2': 'refused', 'W-3': 'made' });
  expect(await numbers()).toEqual(['W-1', 'W-3']);
});

test('the batch stops at a low balance, and the next run continues', async () => {
  const { run, gateway, numbers } = await open();
  await gateway.faults.add({
    ...{ endpoint: 'payout', phase: 'before', mchOrderNo: 'W-2' },
    action: { kind: 'status', status: 422, error: 'insufficient_balance' },
  });
  const { stopped, states } = await run();
  expect(stopped).toMatchObject({ code: 'insufficient_balance' });
  expect(states).toEqual({ 'W-1': 'made', 'W-2': 'sending', 'W-3': 'not sent' });
  await gateway.faults.clear();
  await run();
  expect(await numbers()).toEqual(['W-1', 'W-2', 'W-3']);
});

test('the batch stops at a line that changed after its request', async () => {
  const { run } = await open();
  await run();
  const { stopped } = await run(readWithdrawals(csv.replace('1000.00', '9000.00')));
  expect(stopped).toMatchObject({ message: expect.stringContaining('another amount or destination') });
});

test('the batch rejects the whole file if one line is invalid', async () => {
  expect(() => readWithdrawals(csv.replace('500.00', '5e2'))).toThrow('line 4 is not a valid payout');
  expect(() => readWithdrawals(csv.replace('W-3', 'W-1'))).toThrow(
    'line 4 has the number of an earlier line',
  );
  expect(() => readWithdrawals('number,amount\n')).toThrow('line 1 has to be');
  const { run, file } = await open();
  await run();
  expect(readFileSync(`${file}.journal`, 'utf8')).not.toContain('@');
});
