import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from '../../src/gateway.ts';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { openBackend } from '../../src/open-backend.ts';
import { callerOf, minute, orderNoOf, start } from './harness.ts';
import { hang, Receiver } from './receiver.ts';
import { rejecting, ScriptedNetwork } from './sender.ts';

/** Opens two gateways in one process on one backend. Their clocks are frozen at `start`. */
async function openTwo(options: GatewayOptions = {}): Promise<readonly [MockGateway, MockGateway]> {
  const all: GatewayOptions = { clock: { now: start, mode: 'frozen' }, ...options };
  const backend = await openBackend(all);
  const open = async () => {
    const gateway = await openGateway({ ...all, clock: undefined }, async () => backend);
    onTestFinished(() => gateway.close());
    return gateway;
  };
  return [await open(), await open()];
}

it('a repeated create at the other instance finds the order of the first instance', async () => {
  const [one, other] = await openTwo();
  const orderNo = orderNoOf(await callerOf(one).payin({ mchOrderNo: 'A' }));
  const repeat = await callerOf(other).payin({ mchOrderNo: 'A' });
  expect(repeat.data).toMatchObject({ orderNo, duplicate: true });
  await other.payins.pay(orderNo);
  expect(await one.payins.get(orderNo)).toMatchObject({ status: 'success' });
  expect((await one.requests.list()).items.map(({ mchOrderNo }) => mchOrderNo)).toEqual(['A', 'A']);
});

it('both instances together admit exactly as many calls as the limit allows', async () => {
  const [one, other] = await openTwo({ settings: { rateLimitPerMinute: 7 } });
  const callers = [callerOf(one), callerOf(other)] as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => callers[n % 2 === 0 ? 0 : 1].payin({ mchOrderNo: `A-${n}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
});

it('wrong signatures at either instance lock the IP address at both instances', async () => {
  const [one, other] = await openTwo({
    settings: { signatureLock: { failures: 2, windowSeconds: 600, lockSeconds: 900 } },
  });
  for (const gateway of [one, other])
    await callerOf(gateway, { ...gateway.merchant, mchKey: 'wrong' }).payin();
  for (const gateway of [one, other]) expect((await callerOf(gateway).payin()).status).toBe(429);
  await other.locks.lift();
  expect((await callerOf(one).payin()).status).toBe(200);
});

it('both instances together apply a fault exactly as often as `times` allows', async () => {
  const [one, other] = await openTwo();
  const action = { kind: 'status', status: 500 } as const;
  await one.faults.add({ endpoint: '*', phase: 'before', times: 3, action });
  const statuses: number[] = [];
  for (const [n, gateway] of [other, one, other, one, other].entries())
    statuses.push((await callerOf(gateway).payin({ mchOrderNo: `A-${n}` })).status);
  expect(statuses).toEqual([500, 500, 500, 200, 200]);
});

it('settings and merchants that one instance changes apply at the other instance', async () => {
  const [one, other] = await openTwo();
  await one.settings.update({ maintenance: true });
  expect((await callerOf(other).payin()).status).toBe(503);
  await other.settings.update({ maintenance: false });
  const merchant = await one.createMerchant();
  expect((await callerOf(other, merchant).payin()).status).toBe(200);
});

it('events of one instance arrive at the other instance in order', async () => {
  const [one, other] = await openTwo();
  const told: string[] = [];
  other.events.subscribe(({ type }) => told.push(type));
  const orderNo = orderNoOf(await callerOf(one).payin());
  await one.payins.fail(orderNo);
  await one.clock.freeze();
  expect(told.filter((type) => type !== 'callback')).toEqual(['order', 'request', 'order', 'clock']);
});

it('a clock that one instance moves also moves at the other instance', async () => {
  const network = new ScriptedNetwork(rejecting);
  const [one, other] = await openTwo({ sender: network.send });
  const { mchId, mchKey, mchSecret } = await one.createMerchant({ callbackUrl: 'http://shop.test/cb' });
  const orderNo = orderNoOf(await callerOf(other, { mchId, mchKey, mchSecret }).payin());
  await one.payins.pay(orderNo);
  await Promise.all([one.callbacks.settle(), other.callbacks.settle()]);
  await one.clock.advance('1m');
  await Promise.all([one.callbacks.settle(), other.callbacks.settle()]);
  expect(Date.parse(other.clock.get().now) - Date.parse(start)).toBe(minute);
  const [callback] = (await other.callbacks.list({ orderNo })).items;
  expect(callback?.attempts.map(({ number }) => number)).toEqual([1, 2]);
  expect(network.sent).toHaveLength(2);
});

it('a reset at one instance resets both instances', async () => {
  const [one, other] = await openTwo({ settings: { rateLimitPerMinute: 1 } });
  const orderNo = orderNoOf(await callerOf(one).payin());
  await other.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'status', status: 500 } });
  await other.reset();
  await expect(one.payins.get(orderNo)).rejects.toMatchObject({ code: 'not_found' });
  expect((await one.requests.list()).items).toEqual([]);
  expect((await callerOf(one).payin()).status).toBe(200);
  expect((await callerOf(other).payin()).status).toBe(429);
});

it('each instance lists both instances with their deliveries until one instance closes [contract:control.instances]', async () => {
  const [one, other] = await openTwo();
  const receiver = await Receiver.open(hang);
  const keys = await one.createMerchant({ callbackUrl: receiver.url });
  await one.payins.pay(orderNoOf(await callerOf(one, keys).payin()));
  await receiver.arrived(1);
  const { items } = await one.instances.list();
  expect(await other.instances.list()).toEqual({ items, nextCursor: null });
  expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  expect(items.map(({ delivering }) => delivering).toSorted()).toEqual([0, 1]);
  await one.close();
  expect((await other.instances.list()).items).toHaveLength(1);
});

it('closing one instance leaves the other instance running', async () => {
  const [one, other] = await openTwo();
  await one.close();
  expect((await callerOf(other).payin()).status).toBe(200);
});
