import { expect } from 'vitest';
import { openGateway } from '../../../src/gateway.ts';
import { openMemory } from '../../../src/store/sqlite/database.ts';
import { storeOver } from '../../../src/store/sqlite/sqlite-store.ts';
import type { Answer } from '../../client.ts';
import { start } from '../harness.ts';
import { ScriptedNetwork } from '../sender.ts';
import { Disk, type Trouble } from './disk.ts';
import { callbackUrl, type Scene, sceneOf } from './operations.ts';

export interface World extends Scene {
  readonly disk: Disk;
  /** Failures that the gateway has reported. */
  readonly troubles: readonly unknown[];
}

/** Runs a scenario in a new gateway with its own disk. */
export async function inWorld<T>(play: (world: World) => Promise<T>): Promise<T> {
  const disk = new Disk(openMemory());
  const network = new ScriptedNetwork();
  const troubles: unknown[] = [];
  const options = {
    clock: { now: start, mode: 'frozen' },
    sender: network.send,
    onError: (error: unknown) => troubles.push(error),
  } as const;
  try {
    const gateway = await openGateway(options, () => storeOver(disk.db, 'the store'));
    const limits = { payoutMax: '50000.00', payoutDaily: '200000.00' };
    await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl, limits });
    const result = await play({ ...sceneOf(gateway, network), disk, troubles });
    await gateway.close();
    return result;
  } finally {
    disk.remove();
  }
}

export interface Failure {
  /** Number of the statement that fails. */
  readonly n: number;
  readonly trouble: Trouble;
}

/** Failures of an operation's statements. */
export interface Failures {
  /** Failures to apply in turn. */
  readonly troubles: readonly [Trouble, ...Trouble[]];
  /** Distance between two statements that fail. */
  readonly every: number;
}

/** Runs the scenario once for each statement that fails, each time with a new gateway. */
export async function eachStatement(
  statements: number,
  { troubles, every }: Failures,
  play: (world: World, failure: Failure) => Promise<void>,
): Promise<void> {
  for (let [n, turn] = [1, 0]; n <= statements; n += every, turn += 1) {
    const trouble = troubles[turn % troubles.length] ?? troubles[0];
    await inWorld((world) => play(world, { n, trouble })).catch((cause: unknown) => {
      throw new Error(`with ${JSON.stringify(trouble)} at statement ${n}`, { cause });
    });
  }
}

/** Resolves when no statement has run for some turns of the event loop. */
export async function quiet(disk: Disk): Promise<void> {
  for (let still = 0; still < 5; ) {
    const before = disk.ran;
    await new Promise((resolve) => setImmediate(resolve));
    still = disk.ran === before ? still + 1 : 0;
  }
}

/** Removes generated values and times from a response. */
export function told({ status, text }: Answer): string {
  return `${status} ${text.replace(/\d{4}-\d\d-\d\dT[^"]*|[0-9a-zA-Z_]{12,}/g, '…')}`;
}

/** Expects a failure without details. Only onError receives the reason. */
export function expectClearFailure({ status, text }: Answer, troubles: readonly unknown[]): void {
  expect(status).toBe(500);
  expect(text).toMatch(/server_error|internal_error/);
  expect(text).not.toMatch(/SQLITE|StoreError|by the test/i);
  expect(troubles).not.toEqual([]);
}

/** Expects that the ledger balances, and that no delivery is pending eight hours later. */
export async function expectWhole({ gateway }: Scene): Promise<void> {
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  await gateway.clock.advance('8h');
  expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
}
