import { createMockGateway } from '@inrgate/mock-gateway';
import { ControlClient } from '@inrgate/mock-gateway/control';
import { GatewayClient } from '@inrgate/sdk';
import { isCallbackVerificationError, verifyCallback } from '@inrgate/sdk/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { existingOrder, onOrder } from '../src/trigger/existing-order.ts';
import { outcomeOf, runScenario, type StepResult } from '../src/trigger/run-scenario.ts';
import { overridden, readScenario, type Scenario, scenarioNames } from '../src/trigger/scenario.ts';
import { merchantServer, type Received } from './merchant-server.ts';

const names = await scenarioNames();

test('every event has a scenario', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      ...['payin.success', 'payin.failed', 'payin.expired', 'payin.late', 'payin.usdt', 'payin.underpaid'],
      ...['payin.failed-then-paid', 'payout.success', 'payout.failed', 'payout.cancelled', 'link.success'],
      ...['callback.duplicate', 'callback.out-of-order', 'callback.retried', 'callback.given-up'],
      'callback.test',
    ]),
  );
});

/** A gateway with a frozen clock, and a merchant's server that verifies the callbacks. */
async function stage() {
  const gateway = await createMockGateway({
    clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' },
  });
  onTestFinished(() => gateway.close());
  const { baseUrl, legacyBaseUrl, controlUrl } = await gateway.listen();
  const { mchId, mchKey, mchSecret } = gateway.merchant;
  const read = ({ body, contentType }: Received) =>
    verifyCallback(body, { mchId, mchKey, mchSecret, contentType });
  const server = await merchantServer((response, received) => {
    const genuine = isGenuine(() => read(received));
    response.writeHead(genuine ? 200 : 401).end(genuine ? 'success' : 'refused');
  });
  await gateway.merchants.update(mchId, { callbackUrl: server.url });
  const client = new GatewayClient({ baseUrl, legacyBaseUrl, mchId, mchKey, mchSecret });
  const control = new ControlClient({ url: controlUrl, token: undefined });
  const steps: StepResult[] = [];
  const run = {
    ...{ client, control, mchId, signal: new AbortController().signal },
    merchant: { mchId, callbackUrl: server.url },
    onStep: (step: StepResult) => void steps.push(step),
  };
  return { gateway, server, steps, run };
}

function isGenuine(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (isCallbackVerificationError(error)) return false;
    throw error;
  }
}

/** Determines the event of a received callback without the code under test. */
function eventOf({ body, contentType }: Received): string {
  const text = body.toString('utf8');
  const fields: Record<string, unknown> = contentType?.includes('json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
  if (String(fields['test']) === 'true') return 'test';
  const kind = 'link_code' in fields ? 'link' : 'totalDebit' in fields ? 'payout' : 'payin';
  return `${kind}.${fields['status']}`;
}

test.each(names)('the events of the scenario %s arrive in the described order', async (name) => {
  const scenario = await readScenario(name);
  const { gateway, server, steps, run } = await stage();
  const results = await runScenario(scenario, run);
  expect(results).toEqual(steps);
  expect(results.map(({ step, deviation }) => [step.id, deviation])).toEqual(
    scenario.steps.map(({ id }) => [id, null]),
  );
  expect(server.received.map(eventOf)).toEqual(scenario.arrives);
  expect((await gateway.faults.list()).items).toEqual([]);
  const moved = gateway.clock.get().now !== '2026-11-20T15:04:05+05:30';
  expect(moved).toBe(scenario.clock !== undefined);
});

test.each([
  ['success', 'Did you mean one of link.success, payin.success, payout.success?'],
  ['duplicate-callback', 'Did you mean callback.duplicate?'],
  ['payout.completed', 'Did you mean one of payout.cancelled, payout.failed, payout.success?'],
  ['Payin.Sucess', 'Did you mean payin.success?'],
  ['weather', 'unknown scenario weather. `inrgate trigger --list` shows all scenarios'],
])('the error for the unknown scenario %s suggests a similar name', async (name, message) => {
  await expect(readScenario(name)).rejects.toThrow(message);
});

/** Creates orders of a shop, one of each kind. */
async function shopOrders(client: GatewayClient, url: string) {
  await client.payins.create({ mchOrderNo: 'PAYIN', amount: '300.00' });
  await client.payins.create({ mchOrderNo: 'USDT', amount: '500.00', tradeType: 'usdt' });
  await client.payouts.create({ mchOrderNo: 'PAYOUT', amount: '1000.00', upiId: 'asha@okhdfcbank' });
  await client.links.create({ clientRef: 'LINK', amount: '500.00', notifyUrl: url });
}

function orderFor(name: string): string {
  if (name === 'payin.usdt') return 'USDT';
  return /^(payout|link)/.exec(name)?.[0].toUpperCase() ?? 'PAYIN';
}

test.each(names.filter((name) => name !== 'callback.test'))(
  'the scenario %s runs on an existing order of the shop and creates no order',
  async (name) => {
    const { gateway, server, steps, run } = await stage();
    await shopOrders(run.client, server.url);
    const scenario = await readScenario(name);
    const wanted = { order: orderFor(name), mchId: undefined };
    const order = await existingOrder(run.control, scenario, wanted);
    await runScenario(onOrder(scenario, order), run);
    expect(steps.filter(({ deviation }) => deviation !== null)).toEqual([]);
    expect(steps[0]?.result).toMatchObject({ status: 'pending', amount: order['amount'] });
    expect(server.received.map(eventOf)).toEqual(scenario.arrives);
    for (const { body } of server.received) expect(body.toString()).toContain(wanted.order);
    const lists = [await gateway.payins.list(), await gateway.payouts.list(), await gateway.links.list()];
    expect(lists.map(({ items }) => items.length)).toEqual([2, 1, 1]);
  },
);

test.each([
  ['callback.test', 'PAYIN', 'callback.test does not use an order. Remove --order'],
  ['payout.success', 'PAYIN', 'payout.success requires a payout, but PAYIN is a pay-in'],
  ['payin.success', 'LINK', 'payin.success requires a pay-in, but LINK is a payment link'],
  ['payin.usdt', 'PAYIN', 'payin.usdt requires an order with tradeType usdt, but PAYIN uses INRUPI'],
  ['payin.success', 'PAID', 'payin.success requires a pending order, but PAID is success'],
  ['payin.success', 'ABSENT', 'No order has the order number ABSENT.'],
])(
  'trigger rejects the scenario %s on %s with the reason before any change',
  async (name, order, message) => {
    const { gateway, server, run } = await stage();
    await shopOrders(run.client, server.url);
    const { orderNo } = await run.client.payins.create({ mchOrderNo: 'PAID', amount: '500.00' });
    await gateway.payins.pay(orderNo);
    const scenario = await readScenario(name);
    const found = existingOrder(run.control, scenario, { order, mchId: undefined });
    await expect(found).rejects.toThrow(message);
  },
);

test('an override for an existing order can change payment values but not order values', async () => {
  const { server, run } = await stage();
  await shopOrders(run.client, server.url);
  const original = await readScenario('payin.underpaid');
  const order = await existingOrder(run.control, original, { order: 'PAYIN', mchId: undefined });
  const scenario = onOrder(original, order);
  expect(() => overridden(scenario, ['payin.amount=1.00'])).toThrow('Allowed: pay.paidAmount, pay.utr');
  const results = await runScenario(scenario, run);
  expect(results.at(-1)?.result).toMatchObject({ amount: '300.00', paidAmount: '240.00' });
});

test('a scenario distinguishes an unacknowledged callback, a dropped callback and a callback without a URL', async () => {
  const rejecting = await merchantServer((response) => response.writeHead(500).end('no'));
  const { gateway, run } = await stage();
  const { mchId } = run;
  const failuresOf = async (name: string) => {
    const results = await runScenario(await readScenario(name), run);
    return (await outcomeOf(run.control, results)).unacknowledged;
  };
  expect(await failuresOf('callback.given-up')).toEqual([]);
  expect(await failuresOf('callback.retried')).toEqual([]);
  await gateway.merchants.update(mchId, { callbackUrl: rejecting.url });
  expect(await failuresOf('payin.failed-then-paid')).toEqual([
    'payin.failed: status 500',
    'payin.success: status 500',
  ]);
  expect(await failuresOf('callback.retried')).toEqual(['payin.success: status 500']);
  expect(await failuresOf('callback.given-up')).toEqual([]);
  expect(await failuresOf('callback.test')).toEqual(['test callback in both formats']);
  await gateway.merchants.update(mchId, { callbackUrl: null });
  expect(await failuresOf('payin.success')).toEqual([]);
});

test('a scenario creates a new order in each run', async () => {
  const scenario = await readScenario('payin.success');
  const { run } = await stage();
  const orders = [await runScenario(scenario, run), await runScenario(scenario, run)].map(
    ([first]) => first?.result['mchOrderNo'],
  );
  expect(new Set(orders).size).toBe(2);
});

test('the scenarios callback.retried and callback.given-up make three and six attempts', async () => {
  const { gateway, run } = await stage();
  await runScenario(await readScenario('callback.retried'), run);
  await runScenario(await readScenario('callback.given-up'), run);
  const { items } = await gateway.callbacks.list();
  expect(items.map(({ state, attempts }) => [state, attempts.length])).toEqual([
    ['failed', 6],
    ['delivered', 3],
  ]);
});

test('an override can set a field that the step omits', async () => {
  const scenario = overridden(await readScenario('payin.success'), [
    'payin.amount=700.00',
    'payin.extra=a=b.c',
    'pay.paidAmount=650.00',
  ]);
  const { gateway, run } = await stage();
  await runScenario(scenario, run);
  const { items } = await gateway.payins.list();
  expect(items).toMatchObject([{ amount: '700.00', extra: 'a=b.c', paidAmount: '650.00' }]);
});

test.each([
  ['payin.amont=1.00', 'is not a value of payin.success (Did you mean payin.amount?)'],
  ['pain.amount=1.00', 'Allowed: payin.mchOrderNo, payin.amount'],
  ['pay.amount=1.00', 'is not a value'],
  ['payin.amount', 'Use STEP.FIELD=VALUE'],
  ['amount=1.00', 'Use STEP.FIELD=VALUE'],
])('trigger rejects an override %s', async (text, message) => {
  const scenario = await readScenario('payin.success');
  expect(() => overridden(scenario, [text])).toThrow(message);
});

test('an override of a numeric value stays a number', async () => {
  const scenario = await readScenario('callback.retried');
  expect(overridden(scenario, ['drop.times=4']).steps[1]?.with?.['times']).toBe(4);
  expect(() => overridden(scenario, ['drop.times=often'])).toThrow('a whole number');
  expect(() => overridden(scenario, ['drop.action=hang'])).toThrow('is not a value');
});

test('an unexpected result ends the scenario and removes the faults that the scenario added', async () => {
  const scenario = await readScenario('callback.retried');
  const wrong: Scenario = {
    ...scenario,
    steps: scenario.steps.map((step) =>
      step.id === 'pay' ? { ...step, expect: { status: 'failed' } } : step,
    ),
  };
  const { gateway, run, steps } = await stage();
  // Allow more uses of the fault than the scenario needs.
  await runScenario(overridden(wrong, ['drop.times=100']), run);
  expect(steps.map(({ step, deviation }) => [step.id, deviation])).toEqual([
    ['payin', null],
    ['drop', null],
    ['pay', 'status is success, not failed'],
  ]);
  expect((await gateway.faults.list()).items).toEqual([]);
});

test('an interrupted trigger removes the faults that it added', async () => {
  const { gateway, run } = await stage();
  const stop = new AbortController();
  const results = runScenario(await readScenario('callback.given-up'), {
    ...run,
    signal: stop.signal,
    onStep: ({ step }) => {
      if (step.id === 'drop') stop.abort();
    },
  });
  await expect(results).rejects.toThrow('interrupted');
  expect((await gateway.faults.list()).items).toEqual([]);
});

test('a scenario for a link without a callback URL pays the link without a callback', async () => {
  const { gateway, run, server } = await stage();
  const merchant = { mchId: run.mchId, callbackUrl: null };
  await runScenario(await readScenario('link.success'), { ...run, merchant });
  expect((await gateway.links.list()).items).toMatchObject([{ status: 'success', notifyUrl: null }]);
  expect(server.received).toEqual([]);
});
