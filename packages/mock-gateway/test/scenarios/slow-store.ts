import { onTestFinished, vi } from 'vitest';
import { openGateway as open } from '../../src/gateway.ts';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { openStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { start } from './harness.ts';

type Call = (...parameters: unknown[]) => unknown;

/**
 * Runs before and after each call of the store. `name` is the called function, for example `merchants.get` or `commit`.
 */
export type Pause = (name: string, when: 'before' | 'after') => Promise<void> | void;

let present: Pause | null = null;

/** Sets the pause of every store call until the end of the test. With null, there is no pause. */
export function pausing(pause: Pause | null): void {
  present = pause;
  onTestFinished(() => {
    present = null;
  });
}

/** Like `openGateway` of the harness, but the store can be slow. */
export async function openSlowGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const all: GatewayOptions = { clock: { now: start, mode: 'frozen' }, ...options };
  const gateway = await open(all, (db) =>
    slowed(openStore(db ?? null), (name, when) => present?.(name, when)),
  );
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Like `openSlowGateway`, over a socket on a free port. */
export async function listenSlowGateway(options: GatewayOptions = {}): Promise<MockGateway> {
  const gateway = await openSlowGateway(options);
  await gateway.listen();
  return gateway;
}

/** Adds pauses to every call of a store. Commits keep their order. */
function slowed(store: Store, pause: Pause): Store {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder: Pause = (name, when) => {
    if (when === 'after') return pause(name, when);
    last = Promise.all([last, pause(name, when)]);
    return last.then(() => {});
  };
  return Object.fromEntries(
    Object.entries(store).map(([name, part]) => [
      name,
      slow(name, part, name === 'commit' || name === 'startOver' ? inOrder : pause),
    ]),
  ) as unknown as Store;
}

function slow(name: string, part: unknown, pause: Pause): unknown {
  if (typeof part === 'function') return slowCall(name, part as Call, pause);
  if (typeof part !== 'object' || part === null) return part;
  const calls = Object.entries(part).map(([call, inner]) => [call, slow(`${name}.${call}`, inner, pause)]);
  return Object.fromEntries(calls);
}

function slowCall(name: string, call: Call, pause: Pause): Call {
  return async (...parameters) => {
    await pause(name, 'before');
    try {
      return await call(...parameters);
    } finally {
      await pause(name, 'after');
    }
  };
}

/** Creates a pause of zero to three turns of the event loop. The seed determines the number. */
export function turns(seed: number): Pause {
  let state = seed;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    for (let left = state >>> 30; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  };
}

/** Waits long enough for all work that waits for nothing else. */
export async function aWhile(): Promise<void> {
  for (let left = 100; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
}

/** Holds the next call of this name: before the call, or before its return. */
export function holding(name: string, when: 'before' | 'after') {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const pause = vi.fn<Pause>((called, at) => {
    if (called !== name || at !== when) return;
    pause.mockImplementation(() => {});
    reached.resolve();
    return released.promise;
  });
  // Release the call, because after a failed test the close of the gateway would wait for it.
  onTestFinished(() => released.resolve());
  return { pause, reached: reached.promise, release: released.resolve };
}
