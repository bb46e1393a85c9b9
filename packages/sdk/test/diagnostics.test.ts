import { AsyncLocalStorage } from 'node:async_hooks';
import { type TracingChannelSubscribers, tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AttemptTrace, type CallTrace, GatewayClient } from '../src/index.ts';
import { onFakeTime, timed } from './support/fake-time.ts';
import { clientWith, credentials, failure, payoutData, stubFetch, success } from './support/stub-fetch.ts';

const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const stages = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** Listens to a channel for the length of a test. */
function listen<Trace extends object>(name: string) {
  const told: { readonly stage: string; readonly trace: Trace; readonly copy: Trace }[] = [];
  const channel = tracingChannel<unknown, Trace>(name);
  const note = (stage: string) => (trace: Trace) => void told.push({ stage, trace, copy: { ...trace } });
  const subscribers = Object.fromEntries(
    stages.map((stage) => [stage, note(stage)]),
  ) as unknown as TracingChannelSubscribers<Trace>;
  channel.subscribe(subscribers);
  onTestFinished(() => void channel.unsubscribe(subscribers));
  return told;
}

onFakeTime();

describe('the diagnostics channel of calls', () => {
  it('the channel of calls describes a call from start to result in one object', async () => {
    const told = listen<CallTrace>('inrgate:call');
    const { client } = clientWith(failure(503, 'maintenance'), success(payoutData));
    const { value } = await timed(client.payouts.create(payout).withResponse());
    expect(told.map(({ stage }) => stage)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
    expect(new Set(told.map(({ trace }) => trace)).size).toBe(1);
    expect(told[0]?.copy).toEqual({ operation: 'payouts.create' });
    expect(told[2]?.copy).toEqual({
      operation: 'payouts.create',
      result: { status: 200, attempts: value?.response.attempts },
    });
  });

  it('the channel of calls reports an error, even for an invalid argument', async () => {
    const told = listen<CallTrace>('inrgate:call');
    const { client } = clientWith(failure(422, 'daily_limit'));
    const { error } = await timed(client.payouts.create(payout));
    expect(told.map(({ stage }) => stage)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
    expect(told[2]?.copy).toEqual({ operation: 'payouts.create', error });
    await timed(client.payouts.create({ ...payout, amount: '1' }));
    expect(told.at(-1)?.copy).toMatchObject({ error: { name: 'ConfigurationError' } });
  });

  it('the channel of calls passes the context of a bound store to attempts and hooks', async () => {
    const store = new AsyncLocalStorage<string>();
    const calls = tracingChannel<string, CallTrace>('inrgate:call');
    calls.start.bindStore(store, ({ operation }) => `span of ${operation}`);
    onTestFinished(() => void calls.start.unbindStore(store));
    const seen: unknown[] = [];
    const { fetch } = stubFetch(failure(503, 'maintenance'), success(payoutData));
    const client = new GatewayClient({
      ...credentials,
      fetch: (request) => {
        seen.push(store.getStore());
        return fetch(request);
      },
    });
    await timed(client.payouts.create(payout));
    expect(seen).toEqual(['span of payouts.create', 'span of payouts.create']);
    expect(store.getStore()).toBeUndefined();
  });
});

it('a call without a listener is not traced', async () => {
  const trace = vi.spyOn(Object.getPrototypeOf(tracingChannel('inrgate:call')), 'tracePromise');
  const call = () => timed(clientWith(success(payoutData)).client.payouts.create(payout));
  await call();
  expect(trace).not.toHaveBeenCalled();
  listen<CallTrace>('inrgate:call');
  await call();
  expect(trace).toHaveBeenCalledTimes(1);
});

describe('the diagnostics channel of attempts', () => {
  it('the channel of attempts reports every request and its result', async () => {
    const told = listen<AttemptTrace>('inrgate:attempt');
    const { client } = clientWith(failure(503, 'maintenance'), success(payoutData));
    await timed(client.payouts.create(payout));
    const each = {
      operation: 'payouts.create',
      method: 'POST',
      url: 'https://gateway.example/v3/payout',
    } as const;
    expect(told.map(({ stage }) => stage)).toEqual(
      Array(2).fill(['start', 'end', 'asyncStart', 'asyncEnd']).flat(),
    );
    expect(told[0]?.copy).toEqual({ ...each, attempt: 1, delay: 0 });
    expect(told[2]?.copy.result).toEqual({
      ...each,
      attempt: 1,
      delay: 0,
      duration: 0,
      status: 503,
      outcome: 'unknown',
      code: 'maintenance',
    });
    expect(told[4]?.copy).toEqual({ ...each, attempt: 2, delay: 250 });
    expect(told[6]?.copy.result).toMatchObject({ attempt: 2, status: 200, outcome: 'ok' });
  });
});

it('a diagnostics message contains no key, signature, parameter or order', async () => {
  const told = [...[listen<CallTrace>('inrgate:call'), listen<AttemptTrace>('inrgate:attempt')]];
  const { client, sent } = clientWith(failure(503, 'maintenance'), success(payoutData));
  await timed(client.payouts.create(payout));
  await timed(clientWith(failure(422, 'upi_invalid')).client.payouts.create(payout));
  const { sign } = JSON.parse(sent[0]?.body ?? '') as { sign: string };
  const shown = inspect(told, { depth: 9, showHidden: true }) + JSON.stringify(told);
  expect(shown).toContain('payouts.create');
  for (const secret of ['test-mch-key', 'test-mch-secret', sign, payout.upiId, 'W-1', payoutData.orderNo]) {
    expect(shown).not.toContain(secret);
  }
});

it('a subscriber that throws does not affect the call', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  const before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    for (const listener of before) process.on('uncaughtException', listener);
  });
  const channel = tracingChannel<unknown, CallTrace>('inrgate:call');
  const fail = () => {
    throw new Error('subscriber');
  };
  channel.start.subscribe(fail);
  onTestFinished(() => void channel.start.unsubscribe(fail));
  const { client } = clientWith(success(payoutData));
  const { value } = await timed(client.payouts.create(payout));
  expect(value?.orderNo).toBe(payoutData.orderNo);
  expect(uncaught).toHaveLength(1);
});
