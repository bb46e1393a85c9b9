import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { type Ended, environment } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

let gateway: MockGateway;
let client: GatewayClient;
let env: Record<string, string>;

beforeEach(async () => {
  gateway = await createMockGateway({
    clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' },
    merchants: [
      { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret', ipAllowList: ['127.0.0.1'] },
      { mchId: 'OTHER', mchKey: 'other-mch-key', mchSecret: 'other-mch-secret', ipAllowList: ['127.0.0.1'] },
    ],
  });
  const { baseUrl, legacyBaseUrl } = await gateway.listen();
  client = new GatewayClient({ baseUrl, legacyBaseUrl, ...gateway.merchant });
  const { HOME = '', XDG_CONFIG_HOME = '' } = environment({});
  env = { INRGATE_BASE_URL: baseUrl, HOME, XDG_CONFIG_HOME };
});

afterEach(() => gateway.close());

function mock(...args: readonly string[]): Promise<Ended> {
  return inProcess(['mock', ...args], env);
}

function withdraw(mchOrderNo: string, by = client) {
  return by.payouts.create({ mchOrderNo, amount: '1000.00', upiId: 'asha@okhdfcbank' });
}

function linesOf({ stdout }: Ended): readonly Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function withdrawalsOf(mchId: string) {
  return gateway.payouts.list({ mchId });
}

const saveUrl = 'inrgate mock merchants update DEMO1001 --callback-url http://127.0.0.1:3000/callbacks';

test.each([
  ['pay', () => client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' })],
  ['fail', () => client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' })],
  ['approve', () => withdraw('ORDER-1')],
  ['reject', () => withdraw('ORDER-1')],
  ['cancel', () => withdraw('ORDER-1')],
])('mock %s explains how to save a callback URL if none is saved', async (move, create) => {
  const { orderNo } = await create();
  const { code, stderr } = await mock(move, 'ORDER-1');
  expect(code).toBe(0);
  expect(stderr).toContain(
    'note: the gateway sends no callback, because merchant DEMO1001 has no callback URL.',
  );
  expect(stderr).toContain(`  inrgate listen --set-callback-url\n  ${saveUrl}\n`);
  expect(stderr).toContain(`  inrgate mock resend ${orderNo}\n`);
});

test('the advice to save a callback URL leads to a delivered callback', async () => {
  const { url, received } = await merchantServer();
  await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
  const { stderr } = await mock('pay', 'ORDER-1');
  const [save, send] = stderr
    .split('\n')
    .filter((line) => line.startsWith('  inrgate mock'))
    .map((line) => line.trim().split(' ').slice(1));
  const own = save?.map((word) => (word.startsWith('http') ? url : word)) ?? [];
  expect((await inProcess(own, env)).code).toBe(0);
  expect((await inProcess(send ?? [], env)).stdout).toMatch(/^Callback payin\.success delivered\n/);
  expect(received).toHaveLength(1);
});

test('mock complete reports a missing callback URL, with the command for another merchant', async () => {
  const other = new GatewayClient({
    baseUrl: gateway.baseUrl,
    mchId: 'OTHER',
    mchKey: 'other-mch-key',
    mchSecret: 'other-mch-secret',
  });
  await withdraw('W-1', other);
  await mock('approve', 'W-1', '--quiet');
  const { stderr } = await mock('complete', 'W-1');
  expect(stderr).toContain('merchant OTHER has no callback URL');
  expect(stderr).toContain('  inrgate listen --set-callback-url --mch-id OTHER\n');
});

test('mock pay omits the note about a missing URL for an order with a notify URL, for --json and for --quiet', async () => {
  const { url } = await merchantServer();
  await client.payins.create({ mchOrderNo: 'TOLD-1', amount: '500.00', notifyUrl: url });
  expect((await mock('pay', 'TOLD-1')).stderr).not.toContain('sends no callback');
  for (const flag of ['--json', '--quiet']) {
    await client.payins.create({ mchOrderNo: `TOLD${flag}`, amount: '500.00' });
    expect((await mock('pay', `TOLD${flag}`, flag)).stderr).toBe('');
  }
  await gateway.callbacks.settle();
});

test('a link without a notify URL and a pay-in with callbacks disabled show the reason for the missing callback', async () => {
  const link = await client.links.create({ amount: '500.00' });
  expect((await mock('pay', link.linkCode)).stderr).toContain('the link has no notify URL');
  await gateway.settings.update({ failedPayinCallback: false });
  await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
  const { stderr } = await mock('fail', 'ORDER-1');
  expect(stderr).toContain('inrgate mock settings set --failed-payin-callback true');
});

test('mock pay is one request to the gateway', async () => {
  const { url, received } = await merchantServer((response) =>
    response.end(
      JSON.stringify({
        ...{ orderNo: 'PI1', mchOrderNo: 'O-1', mchId: 'DEMO1001', payUrl: 'x', status: 'success' },
        callback: { state: 'none', reason: 'The setting failedPayinCallback is off.' },
      }),
    ),
  );
  const { code, stderr } = await inProcess(['mock', 'pay', 'O-1'], { ...env, INRGATE_CONTROL_URL: url });
  expect([code, received.length]).toEqual([0, 1]);
  expect(stderr).toContain('because the setting failedPayinCallback is off');
});

test('mock approves and completes several payouts, and prints one line for each payout', async () => {
  for (const number of ['W-1', 'W-2', 'W-3']) await withdraw(number);
  const approved = await mock('approve', 'W-1', 'W-2', 'W-3');
  expect(approved.code).toBe(0);
  expect(approved.stdout).toMatch(
    /^ {2}processing {2}W-1 {2}WD\d+ {2}1000\.00\n {2}processing {2}W-2 .*\n {2}processing {2}W-3 .*\n3 done, 0 rejected\n$/,
  );
  expect(approved.stderr.match(/sends no callback/g)).toHaveLength(1);
  const completed = await mock('complete', '--all');
  expect(completed.stdout).toMatch(/^( {2}success {5}W-\d .*\n){3}3 done, 0 rejected\n$/);
});

test('a rejected payout does not stop the following payouts and causes exit code 1', async () => {
  for (const number of ['W-1', 'W-2']) await withdraw(number);
  await mock('reject', 'W-1', '--message', 'no');
  const { code, stdout } = await mock('approve', 'W-1', 'ABSENT', 'W-2');
  const lines = stdout.split('\n');
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^ {2}rejected {4}W-1: \S/);
  expect(lines[1]).toBe('  rejected    ABSENT: No payout has the order number ABSENT.');
  expect(lines.slice(2)).toEqual([expect.stringContaining('processing  W-2'), '1 done, 2 rejected', '']);
});

test('mock --json prints one line for each order', async () => {
  for (const number of ['W-1', 'W-2']) await withdraw(number);
  expect(JSON.parse((await mock('approve', 'W-1', '--json')).stdout)).toMatchObject({
    mchOrderNo: 'W-1',
    status: 'processing',
  });
  const many = await mock('approve', 'W-1', 'W-2', '--json');
  expect(many).toMatchObject({ code: 1, stderr: '' });
  expect(linesOf(many)).toEqual([
    {
      event: 'order',
      order: 'W-1',
      ok: false,
      error: 'illegal_transition',
      status: 409,
      message: expect.any(String),
    },
    { event: 'order', order: 'W-2', ok: true, result: expect.objectContaining({ status: 'processing' }) },
    { event: 'done', ok: false, moved: 1, refused: 1 },
  ]);
  expect(linesOf(await mock('approve', '--all', '--json'))).toEqual([
    { event: 'done', ok: true, moved: 0, refused: 0 },
  ]);
});

test('mock --all changes every order whose state allows the action, oldest first, and respects --mch-id', async () => {
  const other = new GatewayClient({
    baseUrl: gateway.baseUrl,
    mchId: 'OTHER',
    mchKey: 'other-mch-key',
    mchSecret: 'other-mch-secret',
  });
  for (const number of ['W-1', 'W-2']) {
    await withdraw(number);
    await gateway.clock.advance('1s');
  }
  await withdraw('THEIRS', other);
  const { code, stdout } = await mock('approve', '--all', '--mch-id', 'DEMO1001');
  expect(code).toBe(0);
  expect(stdout.match(/W-\d/g)).toEqual(['W-1', 'W-2']);
  expect((await withdrawalsOf('OTHER')).items).toMatchObject([{ status: 'pending' }]);
  // The command cancels both pending and processing payouts.
  expect((await mock('cancel', '--all')).stdout).toContain('3 done, 0 rejected');
  expect((await mock('approve', '--all')).stdout).toBe('no matching orders\n');
});

test('mock --all starts with the oldest order, even if all orders were created in one second', async () => {
  for (const number of ['W-1', 'W-2', 'W-3']) await withdraw(number);
  expect((await mock('approve', '--all')).stdout.match(/W-\d/g)).toEqual(['W-1', 'W-2', 'W-3']);
});

test('mock --all changes orders from several pages of the list', async () => {
  await gateway.settings.update({ rateLimitPerMinute: 10_000 });
  await gateway.merchants.credit('DEMO1001', { amount: '900000.00' });
  await gateway.merchants.update('DEMO1001', { limits: { payoutDaily: '900000.00' } });
  for (let number = 0; number < 201; number += 1) await withdraw(`MANY-${number}`);
  expect((await mock('approve', '--all')).stdout).toContain('201 done, 0 rejected\n');
});

test.each([
  [['approve'], 'the order numbers are missing. Add at least one order number, or use approve --all'],
  [['approve', 'W-1', '--all'], 'cannot be combined with order numbers'],
  [['complete', 'W-1', 'W-2', '--txid', 'T1'], '--txid requires exactly one order'],
  [['complete', '--all', '--txid', 'T1'], '--txid requires exactly one order'],
  [['pay', 'P-1', 'P-2', '--utr', 'U1'], '--utr requires exactly one order'],
])('mock %j exits with code 2 and an error', async (args, message) => {
  const { code, stdout, stderr } = await mock(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('mock approve exits with code 3 if a response is missing, and prints the approved orders', async () => {
  const paths: string[] = [];
  const half = await merchantServer((response, { path }) => {
    paths.push(path);
    if (path.includes('W-2')) response.destroy();
    else response.end('{"mchOrderNo":"W-1","orderNo":"WD1","status":"processing","amount":"1000.00"}');
  });
  const { code, stdout, stderr } = await inProcess(['mock', 'approve', 'W-1', 'W-2', 'W-3'], {
    ...env,
    INRGATE_CONTROL_URL: half.url,
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '  processing  W-1  WD1  1000.00\n' });
  expect(stderr).toContain('no response from the control API');
  expect(paths).toEqual(['/hooks/orders/W-1/approve', '/hooks/orders/W-2/approve']);
});

test('mock resend --to sends the callback to another URL once and prints the URL', async () => {
  const [usual, other] = [await merchantServer(), await merchantServer()];
  await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00', notifyUrl: usual.url });
  await mock('pay', 'ORDER-1');
  await gateway.callbacks.settle();
  const { code, stdout } = await mock('resend', 'ORDER-1', '--to', other.url);
  expect(code).toBe(0);
  expect([usual.received.length, other.received.length]).toEqual([1, 1]);
  expect(other.received[0]?.body).toEqual(usual.received[0]?.body);
  expect(stdout).toContain(other.url);
  expect(JSON.parse((await mock('resend', 'ORDER-1', '--json')).stdout).attempts).toMatchObject([
    { url: usual.url },
    { url: other.url, manual: true },
    { url: usual.url, manual: true },
  ]);
  const wrong = await mock('resend', 'ORDER-1', '--to', 'shop.example');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('must be an absolute http or https URL');
});
