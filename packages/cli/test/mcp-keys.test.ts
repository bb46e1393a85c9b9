import { sign } from '@inrgate/sdk/protocol';
import { expect, test } from 'vitest';
import { tools } from '../src/commands/mcp/server.ts';
import { assistant, assistantAt, type ToolAnswer } from './assistant.ts';
import { merchantServer } from './merchant-server.ts';

const merchants = [
  { mchId: 'SHOP1', mchKey: 'first-merchants-key', mchSecret: 'first-merchants-secret' },
  // This key begins with another merchant's key.
  { mchId: 'SHOP2', mchKey: 'first-merchants-key-2', mchSecret: 'second-merchants-secret' },
];
const keys = merchants.flatMap(({ mchKey, mchSecret }) => [mchKey, mchSecret]);
const keyOfFirst = merchants[0]?.mchKey ?? '';

/** Calls every tool at least once with correct arguments and once with a misplaced key. */
function calls(callbackUrl: string): readonly (readonly [string, Record<string, unknown>])[] {
  const upiId = 'asha@okhdfcbank';
  const signed = { mchId: 'SHOP1', mchOrderNo: 'O-9', amount: '500.00' };
  const wrong = JSON.stringify({ ...signed, sign: sign(signed, merchants[1]?.mchSecret ?? '') });
  const hit = { kind: 'status', status: 503, error: keyOfFirst };
  return [
    ['gateway_status', {}],
    ['gateway_use', { profile: keyOfFirst }],
    ['merchant_list', {}],
    ['merchant_update', { callbackUrl }],
    ['merchant_update', { callbackUrl: keyOfFirst }],
    ['merchant_create', { mchId: 'SHOP3' }],
    ['merchant_create', { mchId: keyOfFirst }],
    ['settings_get', {}],
    ['settings_update', { usdtRate: keyOfFirst }],
    ['settings_update', { usdtRate: '91.0000' }],
    ['payin_create', { mchOrderNo: 'O-1', amount: '500.00', extra: `${keyOfFirst} ${keys.join(' ')}` }],
    ['payin_create', { mchOrderNo: 'O-1', amount: '500.00', [keyOfFirst]: 1 }],
    ['payin_create', { mchOrderNo: 'O-2', amount: '500.00', mchId: 'SHOP3' }],
    ['order_pay', { order: 'O-1', utr: keyOfFirst }],
    ['order_pay', { order: keyOfFirst }],
    ['callback_settle', {}],
    ['callback_list', {}],
    ['callback_get', { id: 'latest' }],
    ['callback_get', { id: keyOfFirst }],
    ['callback_resend', { order: 'O-1' }],
    ['order_fail', { order: 'O-2' }],
    ['payout_create', { mchOrderNo: 'W-1', amount: '1000.00', upiId }],
    ['payout_approve', { order: 'W-1' }],
    ['payout_complete', { order: 'W-1', txid: keyOfFirst }],
    ['payout_create', { mchOrderNo: 'W-2', amount: '1000.00', upiId }],
    ['payout_reject', { order: 'W-2', message: keyOfFirst }],
    ['payout_create', { mchOrderNo: 'W-3', amount: '1000.00', upiId }],
    ['payout_cancel', { order: 'W-3' }],
    ['link_create', { amount: '500.00', clientRef: 'L-1', note: keyOfFirst }],
    ['order_query', { what: 'balance' }],
    ['order_query', { what: 'payin', mchOrderNo: 'O-1' }],
    ['order_list', { kind: 'payins' }],
    ['order_list', { kind: 'links' }],
    ['order_get', { order: 'O-1' }],
    ['order_get', { order: 'W-2' }],
    ['request_list', {}],
    ['request_list', { text: keyOfFirst }],
    ['request_get', { id: 'latest' }],
    ['signature_explain', { body: wrong }],
    ['signature_explain', { body: `amount=500.00&api_key=${keyOfFirst}&sign=${'0'.repeat(32)}` }],
    ['signature_explain', { body: wrong, baseString: `amount=500.00&key=${keyOfFirst}` }],
    ['signature_explain', { body: keyOfFirst, endpoint: keyOfFirst }],
    ['check_webhook', { cases: ['payin-json', 'other-key', 'unsigned'] }],
    ['check_webhook', { cases: [keyOfFirst] }],
    ['scenario_list', {}],
    ['scenario_run', { scenario: 'payin.success' }],
    ['scenario_run', { scenario: keyOfFirst }],
    ['fault_add', { endpoint: 'payin', action: hit, times: 99 }],
    ['payin_create', { mchOrderNo: 'O-4', amount: '500.00' }],
    ['fault_list', {}],
    ['fault_remove', { id: keyOfFirst }],
    ['fault_remove', { all: true }],
    ['clock_get', {}],
    ['clock_advance', { by: keyOfFirst }],
    ['clock_advance', { by: '1m' }],
    ['clock_freeze', {}],
    ['clock_resume', {}],
    ['wallet_get', {}],
    ['wallet_get', { mchId: keyOfFirst }],
    ['wallet_credit', { amount: keyOfFirst }],
    ['wallet_credit', { amount: '1.00' }],
    ['ledger_read', {}],
    ['ledger_check', {}],
    [keyOfFirst, {}],
    ['gateway_start', { port: 0, callbackUrl: keyOfFirst }],
    ['gateway_start', { port: 0 }],
    // After the reset, the initial gateway still has its merchants, and their keys stay masked.
    ['gateway_reset', {}],
    ['gateway_use', {}],
  ];
}

test('a tool result contains no key, whatever its input and the output of the shop [contract:mcp.keys]', async () => {
  const { url } = await merchantServer((response) => response.writeHead(500).end(`no: ${keys.join(' ')}`));
  const { gateway, call, client } = await assistantAt({ merchants });
  const told: string[] = [];
  client.fallbackNotificationHandler = async (notification) => void told.push(JSON.stringify(notification));
  const answers: [string, ToolAnswer][] = [];
  for (const [name, args] of calls(url)) {
    const given = args['id'] === 'latest' ? { id: await latest(gateway, name) } : args;
    answers.push([`${name} ${JSON.stringify(args)}`, await call(name, given)]);
  }
  const all = await gateway.merchants.list();
  const secrets = all.items.flatMap(({ mchKey, mchSecret }) => [mchKey, mchSecret]);
  expect(secrets).toHaveLength(2 * (merchants.length + 2));
  for (const [asked, { whole }] of answers) {
    expect(
      secrets.filter((key) => whole.includes(key)),
      asked,
    ).toEqual([]);
    expect(whole, asked).not.toMatch(/"mch(?:Key|Secret)":/);
    // If the shorter key were masked first, the rest of the longer key would be visible.
    expect(whole, asked).not.toContain('***-2');
  }
  expect(told.filter((text) => secrets.some((key) => text.includes(key)))).toEqual([]);
  // A call that fails would prove nothing, so each tool must succeed at least once.
  const called = new Set(answers.filter(([, { isError }]) => !isError).map(([asked]) => asked.split(' ')[0]));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('a rejected tool call with a key in its arguments returns no key [contract:mcp.keys]', async () => {
  const { gateway } = await assistantAt({ merchants });
  const env = { INRGATE_MCH_KEY: keyOfFirst, INRGATE_BASE_URL: gateway.baseUrl, INRGATE_MCH_ID: 'NOBODY' };
  const alone = await assistant({ env });
  const refused = await alone.call('payin_create', { mchOrderNo: keyOfFirst, amount: '1', [keyOfFirst]: 1 });
  expect(keys.filter((key) => JSON.stringify(refused).includes(key))).toEqual([]);
});

test('a tool result contains no key in JSON, in a URL or in a form [contract:mcp.keys]', async () => {
  const secret = 'second/merchants"secret"+100%';
  const forms = [
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
  const { url } = await merchantServer((response) => response.writeHead(500).end(forms.join(' ')));
  const own = { mchId: 'SHOP1', mchKey: keyOfFirst, mchSecret: secret };
  const { call } = await assistantAt({ merchants: [own] });
  const results = [
    await call('merchant_update', { callbackUrl: url }),
    await call('payin_create', {
      mchOrderNo: 'O-1',
      amount: '500.00',
      extra: `${secret} ${forms.slice(1).join(' ')}`,
    }),
    await call('order_pay', { order: 'O-1' }),
    await call('callback_settle'),
    await call('order_get', { order: 'O-1' }),
    await call('callback_list'),
    await call('request_list'),
  ];
  expect(results.map(({ isError }) => isError)).toEqual(results.map(() => false));
  const told = results.map(({ whole }) => whole).join('\n');
  expect(told).toContain('***');
  for (const form of forms.slice(1)) expect(told).not.toContain(form);
  // Nested JSON adds backslashes.
  expect(told.replaceAll('\\', '')).not.toContain('second/merchants"secret"');
});

test('a tool result contains no key of a merchant that was created after the server started [contract:mcp.keys]', async () => {
  const { gateway, call } = await assistantAt({ merchants });
  await call('gateway_status');
  const { mchKey } = await gateway.merchants.create({ mchId: 'ELSEWHERE' });
  const made = await call('payin_create', { mchOrderNo: 'O-1', amount: '500.00', extra: mchKey });
  expect(made.isError).toBe(false);
  const listed = await call('order_list', { kind: 'payins' });
  expect([made, listed].filter(({ whole }) => whole.includes(mchKey))).toEqual([]);
});

test('the tools send the keys of a profile only to the gateway of that profile [contract:mcp.keys]', async () => {
  const heard: string[] = [];
  // This server is not a mock gateway, so the saved keys sign the requests. The request for a link contains the key
  // itself.
  const { url } = await merchantServer((response, { body }) => {
    heard.push(String(body));
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const shop = {
    baseUrl: 'https://gateway.example/v3',
    mchId: 'SHOP1',
    mchKey: keyOfFirst,
    mchSecret: keyOfFirst,
  };
  const profiles = () => ({ current: 'shop', byName: new Map([['shop', shop]]) });
  const { call } = await assistant({ profiles });
  expect(await call('gateway_use', { url, mchId: 'SHOP1' })).toMatchObject({ isError: false });
  expect(await call('link_create', { amount: '500.00' })).toMatchObject({ isError: true });
  expect(heard.filter((body) => keys.some((key) => body.includes(key)))).toEqual([]);
  expect(heard.filter((body) => body.includes('sign'))).toEqual([]);
});

type Gateway = Awaited<ReturnType<typeof assistantAt>>['gateway'];

async function latest({ callbacks, requests }: Gateway, tool: string): Promise<string> {
  const { items } = await (tool === 'callback_get' ? callbacks : requests).list();
  return String(items[0]?.id);
}
