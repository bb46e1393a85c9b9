import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { KeepAlivePool } from '../../../src/callbacks/keep-alive-pool.ts';
import type { CallbackAction } from '../../../src/faults/fault.ts';
import type { MockGateway } from '../../../src/index.ts';
import { Orders, openGateway } from '../harness.ts';
import { type HostileReceiver, type HostileReceivers, openReceivers, unknownName } from './receivers.ts';

/** Timeout in milliseconds that replaces the eight seconds. Only for receivers that take the whole timeout. */
const hastyMs = 150;
/** Timeout in milliseconds for the other receivers, because a busy machine can take more than eight seconds. */
const patientMs = 60_000;
/** Probability of each of four faults. Three in ten attempts are affected. */
const probability = 0.08;

interface Size {
  readonly callbacks: number;
  /** Number of callbacks to each receiver that takes the whole timeout. */
  readonly toSlow: number;
  readonly seed: number;
}

type Callback = Awaited<ReturnType<MockGateway['callbacks']['list']>>['items'][number];

/**
 * Delivers to about thirty hostile receivers while faults are active. Every callback must have six attempts or be
 * acknowledged.
 */
export function itDeliversAmongHostileReceivers(size: Size): void {
  it(`the gateway delivers each of ${size.callbacks} callbacks on time, or abandons the callback after six attempts`, async () => {
    const receivers = await openReceivers();
    const gateway = await openGateway({
      merchants: [{ mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' }],
      settings: { rateLimitPerMinute: 1_000_000, orderValidityMinutes: 1_440 },
      sender: senderTo(receivers.all),
    });
    for (const kind of ['drop', 'duplicate', 'tamper'] as const) await addFault(gateway, { kind });
    await addFault(gateway, { kind: 'delay', ms: 3 });
    const paid = await payAll(gateway, receivers.all, size);
    await gateway.clock.advance('9h');
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
    const callbacks = await allCallbacks(gateway);
    expect(callbacks).toHaveLength(paid.size);
    for (const callback of callbacks) {
      expectOnTime(callback);
      expectItsEnd(callback, { receiver: paid.get(callback.orderNo ?? ''), receivers });
    }
    expect(receivers.trapped()).toBe(0);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
  });
}

/** A sender that shares connections and uses the gateway's timeouts, except for slow receivers. */
function senderTo(all: readonly HostileReceiver[]): Sender {
  const connections = new KeepAlivePool({ maxPerReceiver: 4, maxIdle: 32 });
  onTestFinished(() => connections.close());
  const slow = new Set(all.filter((receiver) => receiver.slow).map(({ url }) => url));
  const hasty = httpSender({ connections, timeoutMs: hastyMs });
  const patient = httpSender({ connections, timeoutMs: patientMs });
  return (delivery, signal) => (slow.has(delivery.url) ? hasty : patient)(delivery, signal);
}

function addFault(gateway: MockGateway, action: CallbackAction) {
  return gateway.faults.add({ endpoint: 'callback', phase: 'before', probability, action });
}

/** Pays the orders in four parts, some seconds apart, so retries and new callbacks overlap. */
async function payAll(
  gateway: MockGateway,
  all: readonly HostileReceiver[],
  { callbacks, toSlow, seed }: Size,
): Promise<ReadonlyMap<string, HostileReceiver>> {
  const slow = all.filter((receiver) => receiver.slow);
  const bad = all.filter((receiver) => receiver.end === 'failed' && !receiver.slow);
  const good = all.filter(({ end }) => end !== 'failed');
  const count = callbacks - toSlow * slow.length;
  const draws = fc.sample(fc.tuple(fc.nat(3), fc.nat(10_000)), { seed, numRuns: count });
  // A quarter of the callbacks is sent to receivers that reject all six attempts.
  const drawn = draws.map(([quarter, place]) => pick(quarter === 0 ? bad : good, place));
  const receivers = [...Array.from({ length: toSlow }, () => slow).flat(), ...drawn];
  const orders = new Orders(gateway);
  const paid = new Map<string, HostileReceiver>();
  for (const [index, receiver] of receivers.entries()) {
    const orderNo = await orders.payin({ notifyUrl: receiver.url });
    paid.set(orderNo, receiver);
    await gateway.payins.pay(orderNo);
    if (index % Math.ceil(receivers.length / 4) === 0) await gateway.clock.advance('7s');
  }
  return paid;
}

function pick<T>(some: readonly T[], place: number): T {
  const chosen = some[place % some.length];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

async function allCallbacks(gateway: MockGateway): Promise<readonly Callback[]> {
  let page = await gateway.callbacks.list({ limit: 200 });
  const items = [...page.items];
  while (page.nextCursor !== null) {
    page = await gateway.callbacks.list({ limit: 200, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return items;
}

/** Expects each attempt at its instant on the gateway's clock, which stands still during deliveries. */
function expectOnTime({ createdAt, attempts }: Callback): void {
  let due = Date.parse(createdAt);
  for (const [index, { startedAt }] of attempts.entries()) {
    const late = Date.parse(startedAt) - due;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(1_000);
    due = Date.parse(startedAt) + (callbackRetryDelaysMs[index] ?? 0);
  }
}

function expectItsEnd(
  { orderNo, state, attempts }: Callback,
  {
    receiver,
    receivers,
  }: { readonly receiver: HostileReceiver | undefined; readonly receivers: HostileReceivers },
): void {
  const told = `${receiver?.name}: ${attempts.map(({ reason }) => reason).join('; ')}`;
  const accepted = attempts.filter(({ ok }) => ok).length;
  const sent = attempts.reduce((sum, { fault }) => sum + (fault?.sent ?? 1), 0);
  const arrived = receivers.arrived.get(orderNo ?? '') ?? 0;
  // Every arrival must belong to an attempt, and every acknowledged attempt must have an arrival.
  expect(arrived, told).toBeLessThanOrEqual(sent);
  expect(arrived, told).toBeGreaterThanOrEqual(accepted);
  expect([state, accepted], told).toEqual(state === 'delivered' ? ['delivered', 1] : ['failed', 0]);
  if (state === 'failed') expect(attempts, told).toHaveLength(6);
  if (receiver?.end === 'failed') expect(state, told).toBe('failed');
  // Exclude the name lookup, because it has its own time limit.
  if (receiver?.slow !== true && receiver?.name !== unknownName)
    expect(told).not.toContain('no response within');
  // Even the receivers with the most rejections accept the third attempt.
  if (receiver?.end === 'delivered' && state === 'failed') expect(sent, told).toBeLessThan(3);
}
