import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import type { Served } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

let gateway: Served;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

function trigger(...args: readonly string[]) {
  return inProcess(['trigger', ...args], gateway.env);
}

test('trigger --list shows every scenario with its events and callbacks', async () => {
  const { code, stdout } = await trigger('--list');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^ {2}payin\.failed-then-paid +A payment fails, .* +payin\.failed, payin\.success$/m,
  );
  const { items } = JSON.parse((await trigger('--list', '--json')).stdout);
  expect(items).toContainEqual({
    name: 'payin.expired',
    description: 'The pay-in expires without a payment. The gateway sends no callback.',
    arrives: [],
    clock: "moves the gateway's clock forward by 31 minutes",
  });
});

test('trigger without --json prints each step, the callbacks, and the command that receives callbacks', async () => {
  const { code, stdout, stderr } = await trigger('payin.success', '--override', 'payin.amount=700.00');
  expect(code).toBe(0);
  const step = String.raw`payin\.success-[0-9a-f]{8} PI\d+`;
  expect(stdout).toMatch(
    new RegExp(
      `^  payin  payins\\.create  pending ${step}\n  pay    payins\\.pay     success ${step}\nCallbacks\n`,
    ),
  );
  expect(stdout).toMatch(/payin\.success +undeliverable/);
  expect(stderr).toContain('inrgate listen --set-callback-url');
});

test('trigger --json prints a line for each step, and the callbacks on the last line', async () => {
  const server = await merchantServer();
  await inProcess(['mock', 'merchants', 'update', '--callback-url', server.url], gateway.env);
  const { code, stdout, stderr } = await trigger('payout.success', '--json');
  await inProcess(['mock', 'merchants', 'update', '--callback-url', 'none'], gateway.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { event: 'step', id: 'payout', run: 'payouts.create', ok: true, result: { status: 'pending' } },
    { event: 'step', id: 'approve', ok: true },
    { event: 'step', id: 'complete', ok: true, result: { status: 'success' } },
    {
      event: 'done',
      ok: true,
      callbacks: [
        { event: 'payout.processing', state: 'delivered' },
        { event: 'payout.success', state: 'delivered' },
      ],
    },
  ]);
  expect(stdout).not.toMatch(/demo-mch/);
  expect(server.received).toHaveLength(2);
});

test('trigger reports that a scenario moves the clock', async () => {
  const { stderr } = await trigger('payin.expired');
  expect(stderr).toContain(
    "note: this scenario moves the gateway's clock forward by 31 minutes. The clock stays at the new time.",
  );
});

test('trigger exits with code 4 for an unexpected result', async () => {
  const { code, stdout } = await trigger('payin.expired', '--override', 'wait.by=5m');
  expect(code).toBe(4);
  expect(stdout).toContain('status is pending, not expired');
});

test('trigger exits with code 4 for an endpoint that does not acknowledge a callback', async () => {
  const server = await merchantServer((response) => response.writeHead(500).end('no'));
  await inProcess(['mock', 'merchants', 'update', '--callback-url', server.url], gateway.env);
  const { code, stdout } = await trigger('payin.success');
  const json = await trigger('payin.success', '--json');
  await inProcess(['mock', 'merchants', 'update', '--callback-url', 'none'], gateway.env);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^ {2}not acknowledged: payin\.success: status 500\n$/m);
  expect(json.code).toBe(4);
  expect(JSON.parse(json.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    event: 'done',
    ok: false,
    callbacks: [{ state: 'pending' }],
    unacknowledged: ['payin.success: status 500'],
  });
});

test('trigger --order runs a scenario on the order of the shop, with the URL of the order', async () => {
  const server = await merchantServer();
  const create = [
    'payin',
    'create',
    '--mch-order-no',
    'SHOP-1',
    '--amount',
    '700.00',
    '--notify-url',
    server.url,
  ];
  await inProcess(create, gateway.env);
  const { code, stdout, stderr } = await trigger('callback.duplicate', '--order', 'SHOP-1');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ {2}payin +payins\.get +pending SHOP-1 PI\d+$/m);
  expect(stdout).toMatch(/payin\.success +delivered/);
  expect(server.received).toHaveLength(2);
  const again = await trigger('payin.success', '--order', 'SHOP-1');
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 2, stdout: '' });
  expect(again.stderr).toContain('SHOP-1 is success');
});

test('trigger reports a rejection by the gateway with its code', async () => {
  const { code, stdout, stderr } = await trigger('payin.success', '--override', 'payin.amount=1.00');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '  payin  payins.create    failed\n' });
  expect(stderr).toContain('amount_range');
});

test('trigger uses the keys that the gateway stores for another merchant', async () => {
  await inProcess(['mock', 'merchants', 'create', '--mch-id', 'TRIGGERED'], gateway.env);
  const { code } = await trigger('payin.success', '--mch-id', 'TRIGGERED');
  const { stdout } = await inProcess(
    ['mock', 'payins', 'list', '--mch-id', 'TRIGGERED', '--json'],
    gateway.env,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout).items).toMatchObject([{ status: 'success', mchId: 'TRIGGERED' }]);
});

test.each([
  [['payin.sucess'], 'Did you mean payin.success?'],
  [[], 'the scenario is missing'],
  [['payin.success', '--override', 'payin.amont=1.00'], 'Did you mean payin.amount?'],
  [['callback.retried'], 'requires a callback URL'],
])('trigger rejects %s before it sends a request', async (args, expected) => {
  const before = (await inProcess(['mock', 'requests', 'list', '--json'], gateway.env)).stdout;
  const { code, stdout, stderr } = await trigger(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
  expect((await inProcess(['mock', 'requests', 'list', '--json'], gateway.env)).stdout).toBe(before);
});

test('trigger does not run against a real gateway', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"code":404,"success":false,"message":"no"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await inProcess(['trigger', 'payin.success'], {
    INRGATE_BASE_URL: `http://127.0.0.1:${port}/v3`,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('trigger works only with the mock gateway');
  expect(asked).toEqual(['GET /_mock/merchants/DEMO1001']);
});
