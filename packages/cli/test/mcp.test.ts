import { readFileSync } from 'node:fs';
import type { MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { sign } from '@inrgate/sdk/protocol';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tools } from '../src/commands/mcp/server.ts';
import { assistant, assistantAt } from './assistant.ts';
import { deadAddress } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

/** A shop that acknowledges every callback. */
async function shop() {
  const server = await merchantServer((response) => response.writeHead(200).end('success'));
  return server;
}

test('every tool has a description, described arguments, and annotations of its effect', async () => {
  const { client } = await assistant();
  const listed = (await client.listTools()).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  for (const { name, description, annotations, inputSchema } of listed) {
    expect(description, name).toMatch(/^[A-Z].{9,}\.$/s);
    expect(annotations, name).toMatchObject({ openWorldHint: false });
    expect(annotations?.readOnlyHint ?? annotations?.destructiveHint, name).toBeTypeOf('boolean');
    expect(inputSchema, name).toMatchObject({ type: 'object' });
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect(schema, `${name}.${argument}`).toHaveProperty('description');
    }
  }
});

test('the list of tools has at most 30,000 bytes, because every session of an assistant loads the list', async () => {
  const { client } = await assistant();
  expect(Buffer.byteLength(JSON.stringify(await client.listTools()))).toBeLessThanOrEqual(30_000);
});

test('a result contains its JSON once, also an error [contract:mcp.answers]', async () => {
  const { client } = await assistantAt();
  for (const [order, isError] of [
    ['ORDER-1', false],
    ['ABSENT', true],
  ] as const) {
    await client.callTool({ name: 'payin_create', arguments: { mchOrderNo: 'ORDER-1', amount: '500.00' } });
    const result = await client.callTool({ name: 'order_get', arguments: { order } });
    expect(result).toEqual({
      content: [{ type: 'text', text: expect.stringMatching(/^\{.*\}$/) }],
      ...(isError && { isError }),
    });
  }
});

test('no tool repeats a megabyte of an argument [contract:mcp.answers]', async () => {
  const { client, call } = await assistantAt();
  const huge = 'x'.repeat(1_000_000);
  for (const { name, inputSchema } of (await client.listTools()).tools) {
    const properties = Object.keys(inputSchema.properties ?? {});
    const each = properties.map((property) => ({ [property]: huge }));
    const all = Object.fromEntries(properties.map((property) => [property, huge]));
    for (const args of [...each, all, { [huge]: huge }]) {
      const { whole } = await call(name, args);
      expect(whole.length, `${name} ${Object.keys(args).join().slice(0, 99)}`).toBeLessThan(50_000);
    }
  }
});

test('a tool that expects an order accepts each name of an order from a result [contract:mcp.answers]', async () => {
  const { done } = await assistantAt();
  const { orderNo } = await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  const { linkCode } = await done('link_create', { amount: '500.00', clientRef: 'INV-1' });
  for (const named of [{ orderNo }, { mchOrderNo: 'ORDER-1' }, { orderNo, mchOrderNo: 'ORDER-1' }])
    expect(await done('order_get', named)).toMatchObject({ orderNo });
  expect(await done('order_pay', { mchOrderNo: 'ORDER-1' })).toMatchObject({ status: 'success' });
  expect(await done('order_pay', { linkCode })).toMatchObject({ clientRef: 'INV-1', status: 'success' });
  for (const named of [{ orderNo }, { mchOrderNo: 'ORDER-1' }, { order: 'ORDER-1' }])
    expect(await done('callback_list', named)).toMatchObject({ items: [{ orderNo }] });
  expect(await done('scenario_run', { scenario: 'callback.test', orderNo }).catch(String)).toContain(
    '--order',
  );
});

test('the examples in the descriptions of the arguments are valid arguments', async () => {
  const { call } = await assistantAt();
  const found = tools.flatMap(({ name, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
    const examples = Object.entries(properties).flatMap(([argument, schema]) => {
      const { description = '', type } = Object(schema);
      const [, example] = /Example: (.+)$/.exec(description) ?? [];
      if (example === undefined) return [];
      return [[argument, type === 'array' ? [example] : example] as const];
    });
    return examples.length === 0 ? [] : [[name, Object.fromEntries(examples)] as const];
  });
  expect(found.length).toBeGreaterThanOrEqual(7);
  const upi = { bankCode: undefined, accountName: undefined, accountNumber: undefined, ifsc: undefined };
  const more: Readonly<Record<string, object>> = {
    gateway_start: { port: 0 },
    payout_create: { ...upi, usdtAddress: undefined },
    scenario_run: { scenario: 'payin.success' },
  };
  for (const [name, args] of found) {
    if (name === 'gateway_use') continue;
    const { isError, text } = await call(name, { ...args, ...more[name] });
    expect(isError, `${name} ${JSON.stringify(args)}: ${text}`).toBe(false);
  }
});

test('only tools whose names describe a read are marked as read-only', () => {
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
  expect(reading.filter((name) => !/_(status|get|list|query|read|explain|check)$/.test(name))).toEqual([]);
  expect(reading).not.toContain('check_webhook');
});

test('the tools start a gateway if none is running, simulate a payment on the gateway, and stop the gateway', async () => {
  const { call, done } = await assistant({ options: { baseUrl: `${await deadAddress()}/v3` } });
  const nobody = await call('gateway_status');
  expect(nobody).toMatchObject({ isError: true, data: { error: 'no_answer' } });
  expect(nobody.text).toContain('gateway_start');
  const { url } = await shop();
  const started = await done('gateway_start', { port: 0, callbackUrl: url });
  expect(await done('gateway_start')).toEqual(started);
  expect(await done('gateway_status')).toMatchObject({ mchId: 'DEMO1001', ownGateway: true });
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  expect(await done('order_pay', { order: 'ORDER-1' })).toMatchObject({
    mchOrderNo: 'ORDER-1',
    status: 'success',
  });
  await done('callback_settle');
  const { items } = await done('callback_list', { orderNo: 'ORDER-1' });
  expect(items).toMatchObject([{ event: 'payin.success', state: 'delivered' }]);
});

test('the tools approve, complete and reject payouts and show the remaining balance of the wallet', async () => {
  const { done } = await assistantAt();
  const upiId = 'asha@okhdfcbank';
  for (const mchOrderNo of ['W-1', 'W-2', 'W-3']) {
    expect(await done('payout_create', { mchOrderNo, amount: '1000.00', upiId })).toMatchObject({
      mchOrderNo,
    });
  }
  expect(await done('payout_approve', { order: 'W-1' })).toMatchObject({ status: 'processing' });
  expect(await done('payout_complete', { order: 'W-1' })).toMatchObject({ status: 'success' });
  await done('payout_reject', { order: 'W-2', message: 'No such account' });
  expect(await done('payout_cancel', { order: 'W-3' })).toMatchObject({ status: 'failed' });
  expect(await done('order_query', { what: 'payout', mchOrderNo: 'W-2' })).toMatchObject({
    status: 'failed',
  });
  expect(await done('wallet_get')).toMatchObject({ frozen: '0.00', available: '98925.00' });
  expect(await done('wallet_credit', { amount: '75.00' })).toMatchObject({ available: '99000.00' });
  expect(await done('order_query', { what: 'balance' })).toMatchObject({ available: '99000.00' });
  expect(await done('ledger_check')).toMatchObject({ balanced: true });
  expect(await done('ledger_read')).toHaveProperty('entries');
});

test('the tools pay one link, fail another and list both', async () => {
  const { done } = await assistantAt();
  const { linkCode } = await done('link_create', { amount: '500.00', clientRef: 'INV-1' });
  expect(await done('order_pay', { order: 'INV-1', utr: '612345678901' })).toMatchObject({
    clientRef: 'INV-1',
  });
  expect(await done('order_query', { what: 'link', orderNo: linkCode })).toMatchObject({ status: 'success' });
  await done('link_create', { amount: '600.00', clientRef: 'INV-2' });
  await done('order_fail', { order: 'INV-2' });
  const { items } = await done('order_list', { kind: 'links' });
  expect(items).toMatchObject([{ status: 'failed' }, { status: 'success' }]);
});

test('the tools move, freeze and resume the clock', async () => {
  const { done } = await assistantAt();
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  await done('clock_freeze');
  expect(await done('clock_advance', { by: '31m' })).toMatchObject({ mode: 'frozen' });
  expect(await done('order_get', { order: 'ORDER-1' })).toMatchObject({ status: 'expired' });
  expect(await done('clock_resume')).toMatchObject({ mode: 'running' });
  expect(await done('clock_get')).toHaveProperty('now');
  await done('payin_create', { mchOrderNo: 'ORDER-2', amount: '500.00' });
  await done('clock_advance', { toNext: true });
  expect(await done('order_get', { order: 'ORDER-2' })).toMatchObject({ status: 'expired' });
});

test('the tools add, list and remove faults', async () => {
  const { call, done } = await assistantAt();
  const action = { kind: 'status', status: 503, error: 'maintenance' };
  const { id } = await done('fault_add', { endpoint: 'payin', phase: 'after', times: 9, action });
  const lost = await call('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  expect(lost).toMatchObject({ isError: true, data: { outcome: 'unknown' } });
  expect(lost.text).toContain('The order may exist');
  expect(await done('fault_list')).toMatchObject({ items: [{ id, endpoint: 'payin' }] });
  await done('fault_remove', { id });
  expect(await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' })).toMatchObject({
    duplicate: true,
  });
  await done('fault_remove', { all: true });
});

test('the tools explain the signature of a rejected request', async () => {
  const { gateway, call, done } = await assistantAt();
  const { mchId, mchKey } = gateway.merchant;
  const params = { mchId, mchOrderNo: 'ORDER-1', amount: '500.00' };
  const body = JSON.stringify({ ...params, sign: sign(params, mchKey).toLowerCase() });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
  const { items } = await done('request_list', { error: 'invalid_signature' });
  const [{ id }] = items as [{ id: string }];
  expect(JSON.stringify(await done('request_get', { id }))).toContain('diagnosis');
  const explained = await call('signature_explain', { body });
  expect(explained.data).toMatchObject({ verdict: 'explained', mistakes: [{ id: expect.any(String) }] });
  expect(explained.text).toMatch(/upper/i);
  const { body: callback } = await (async () => {
    await done('payin_create', { mchOrderNo: 'ORDER-2', amount: '500.00' });
    await done('order_pay', { order: 'ORDER-2' });
    const [latest] = (await done('callback_list'))['items'] as [{ id: string }];
    return (await done('callback_get', { id: latest.id })) as { body: string };
  })();
  expect(await done('signature_explain', { body: callback })).toMatchObject({ verdict: 'valid' });
});

test('the tools check the endpoint of a shop, run a scenario and re-send a callback', async () => {
  const { done, gateway } = await assistantAt();
  const { url } = await shop();
  expect(await done('merchant_update', { callbackUrl: url })).toMatchObject({ callbackUrl: url });
  const report = await done('check_webhook', { cases: ['payin-json', 'unsigned'] });
  expect(report).toMatchObject({
    ...{ passed: 1, failed: 1 },
    checks: expect.arrayContaining([
      expect.objectContaining({ status: 'pass' }),
      expect.objectContaining({ status: 'fail', fix: expect.any(String), exchanges: expect.any(Array) }),
    ]),
  });
  const { items } = await done('scenario_list');
  expect(items).toContainEqual(expect.objectContaining({ name: 'payin.success' }));
  const results = await done('scenario_run', {
    scenario: 'payin.success',
    overrides: ['payin.amount=700.00'],
  });
  expect(results).toMatchObject({ ok: true, callbacks: [{ state: 'delivered' }] });
  const [payin] = (await gateway.payins.list()).items;
  expect(await done('callback_resend', { order: payin?.orderNo })).toMatchObject({ state: 'delivered' });
});

test('the tools sign requests for a merchant that they created', async () => {
  const { done } = await assistantAt();
  const made = await done('merchant_create', { balance: '2500.00' });
  expect(Object.keys(made)).not.toContain('mchKey');
  const { mchId } = made;
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00', mchId });
  expect(await done('order_get', { order: 'ORDER-1', mchId })).toMatchObject({ mchId });
  expect(JSON.stringify(await done('merchant_list'))).toContain(String(mchId));
});

test('a reset restores the settings that the tools have changed', async () => {
  const { done } = await assistantAt();
  await done('settings_update', { maintenance: true });
  expect(await done('settings_get')).toMatchObject({ maintenance: true });
  await done('gateway_reset');
  expect(await done('settings_get')).toMatchObject({ maintenance: false });
});

test('the tools switch to another gateway and back', async () => {
  const first = await assistantAt();
  const second = await assistantAt();
  const { url, baseUrl } = second.gateway;
  expect(await first.done('gateway_use', { url })).toMatchObject({ baseUrl, mchId: 'DEMO1001' });
  expect(await first.done('gateway_use')).toMatchObject({ baseUrl: first.gateway.baseUrl });
  expect(await first.call('gateway_use', { profile: 'nobody' })).toMatchObject({ isError: true });
  expect(await first.done('gateway_status')).toMatchObject({ baseUrl: first.gateway.baseUrl });
});

test.each([
  ['gateway_use', { url: 'https://gateway.example/v3' }],
  ['gateway_start', { callbackUrl: 'https://shop.example/callbacks' }],
  ['merchant_update', { callbackUrl: 'https://shop.example/callbacks' }],
  ['merchant_create', { callbackUrl: 'https://shop.example/callbacks' }],
  ['payin_create', { mchOrderNo: 'O-1', amount: '500.00', notifyUrl: 'https://shop.example/callbacks' }],
  ['link_create', { amount: '500.00', notifyUrl: 'https://shop.example/callbacks' }],
  ['callback_resend', { order: 'O-1', to: 'https://shop.example/callbacks' }],
  ['check_webhook', { url: 'https://shop.example/callbacks' }],
  ['check_webhook', { probe: 'https://shop.example/credited' }],
  [
    'scenario_run',
    { scenario: 'payin.success', overrides: ['payin.notifyUrl=https://shop.example/callbacks'] },
  ],
])(
  'the tool %s does not contact another machine without permission: %j [contract:mcp.loopback]',
  async (name, args) => {
    const { call } = await assistantAt();
    const refused = await call(name, args);
    expect(refused).toMatchObject({ isError: true, data: { error: 'usage' } });
    expect(refused.text).toContain('--allow-remote');
  },
);

function clientOf({ baseUrl, merchant, fetch }: MockGateway): GatewayClient {
  return new GatewayClient({ baseUrl, ...merchant, fetch });
}

/** A shop on another machine that receives all callbacks of the gateway, since before the assistant connected. */
async function remoteShop(context: { allowRemote?: boolean } = {}) {
  const callbackUrl = 'http://shop.invalid/callbacks';
  const keys = { mchKey: 'first-merchants-key', mchSecret: 'first-merchants-secret' };
  const merchants = [{ mchId: 'SHOP1', ...keys, callbackUrl, ipAllowList: ['127.0.0.1'] }];
  const at = await assistantAt({ merchants }, context);
  const { payins, payouts } = clientOf(at.gateway);
  await payins.create({ mchOrderNo: 'O-1', amount: '500.00' });
  await payouts.create({ mchOrderNo: 'W-1', amount: '500.00', upiId: 'asha@okhdfcbank' });
  return at;
}

test.each([
  ['order_pay', { order: 'O-1' }],
  ['order_fail', { order: 'O-1' }],
  ['payout_approve', { order: 'W-1' }],
  ['payout_reject', { order: 'W-1' }],
  ['payout_cancel', { order: 'W-1' }],
  ['callback_resend', { order: 'O-1' }],
  ['check_webhook', {}],
  ['scenario_run', { scenario: 'payin.success' }],
  ['scenario_run', { scenario: 'payin.success', order: 'O-1' }],
])(
  'the tool %s %j sends nothing to a saved callback URL on another machine [contract:mcp.loopback]',
  async (name, args) => {
    const { call, gateway } = await remoteShop();
    const refused = await call(name, args);
    expect(refused).toMatchObject({ isError: true, data: { error: 'usage' } });
    expect(refused.text).toMatch(/callback URL .*--allow-remote/);
    expect((await gateway.payins.list()).items).toMatchObject([{ status: 'pending' }]);
    expect((await gateway.payouts.list()).items).toMatchObject([{ status: 'pending' }]);
    expect((await gateway.callbacks.list()).items).toEqual([]);
  },
);

test('the gateway sends no callback to an order’s own callback URL on another machine without permission [contract:mcp.loopback]', async () => {
  const { call, done, gateway } = await remoteShop();
  const { url } = await shop();
  const { payins } = clientOf(gateway);
  await payins.create({ mchOrderNo: 'HERE', amount: '500.00', notifyUrl: url });
  expect(await done('order_pay', { order: 'HERE' })).toMatchObject({ status: 'success' });
  await done('callback_settle');
  expect(await call('callback_resend', { order: 'HERE' })).toMatchObject({ data: { state: 'delivered' } });
  await done('merchant_update', { callbackUrl: url });
  await payins.create({ mchOrderNo: 'THERE', amount: '500.00', notifyUrl: 'http://shop.invalid/callbacks' });
  expect(await call('order_pay', { order: 'THERE' })).toMatchObject({ isError: true });
  expect(await call('scenario_run', { scenario: 'payin.success', order: 'THERE' })).toMatchObject({
    isError: true,
  });
  expect(await done('order_pay', { order: 'O-1' })).toMatchObject({ status: 'success' });
  const allowed = await remoteShop({ allowRemote: true });
  expect(await allowed.done('order_pay', { order: 'O-1' })).toMatchObject({ status: 'success' });
});

test('without permission, the tools do not call a gateway or control API on another machine [contract:mcp.loopback]', async () => {
  const remote = await assistant({ options: { baseUrl: 'https://gateway.example/v3' } });
  expect((await remote.call('gateway_status')).text).toContain('--allow-remote');
  const env = { INRGATE_CONTROL_URL: 'https://gateway.example/_mock' };
  const control = await assistant({ env });
  expect((await control.call('clock_get')).text).toContain('--allow-remote');
  const allowed = await assistant({ options: { baseUrl: 'https://gateway.invalid/v3' }, allowRemote: true });
  expect(await allowed.call('gateway_status')).toMatchObject({ data: { error: 'no_answer' } });
});

test.each([
  ['order_get', { order: 'NO-SUCH' }, 'not_found', 'order_list'],
  ['order_get', { ordr: 'ORDER-1' }, 'invalid_arguments', 'ordr'],
  ['order_gett', {}, 'unknown_tool', 'List the tools'],
  ['clock_advance', {}, 'usage', 'by and toNext'],
  ['clock_advance', { by: 'soon' }, 'invalid_body', 'by'],
  ['payin_create', { mchOrderNo: 'O-1', amount: '1.00' }, 'amount_range', 'limit'],
  ['scenario_run', { scenario: 'payin.sucess' }, 'usage', 'payin.success'],
  ['signature_explain', { body: '{"a":' }, 'usage', 'JSON'],
  ['signature_explain', { body: 'a=1', endpoint: 'pay' }, 'usage', 'check-order-status'],
])('the tool error contains the code and the next step: %s %j', async (name, args, code, hint) => {
  const { call } = await assistantAt();
  const refused = await call(name, args);
  expect(refused).toMatchObject({ isError: true, data: { error: code, next: expect.any(String) } });
  expect(refused.text).toContain(hint);
});

test("the tool error for an action that the order's state does not allow refers to the field `moves`", async () => {
  const { call, done } = await assistantAt();
  await done('payin_create', { mchOrderNo: 'ORDER-1', amount: '500.00' });
  await done('order_pay', { order: 'ORDER-1' });
  expect(await call('order_pay', { order: 'ORDER-1' })).toMatchObject({
    isError: true,
    data: { error: 'illegal_transition', next: expect.stringContaining('moves') },
  });
});

test('the assistant tools reference lists exactly the tools of the MCP server', () => {
  const page = new URL('../../../docs/reference/assistant-tools.md', import.meta.url);
  const section = readFileSync(page, 'utf8').split('## Tools')[1]?.split('\n## ')[0] ?? '';
  const named = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join()
    .match(/[a-z]+_[a-z]+/g);
  expect(named?.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});
