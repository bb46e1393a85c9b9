import { expect, it, onTestFinished } from 'vitest';
import { Asked, countedDriver } from '../../../test/asked.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { sharedContract } from '../../cluster/shared.contract.ts';
import type { Shared } from '../../cluster/shared.ts';
import { loadDriver } from '../connection/driver.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();
const asked = new Asked();
const driver = countedDriver(await loadDriver(), asked);

/** Opens the connection of a separate instance, as on another machine. */
async function openEnd(schema: string): Promise<Shared> {
  const backend = await openPostgresBackend({ url: postgres.url(), schema, lookEvery: 250, driver });
  const connected = backend.connect({ failed: () => {} });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= connected.close();
    return closing;
  };
  onTestFinished(close);
  const shared = { ...connected, close };
  await shared.sync?.synchronize();
  return shared;
}

let ends: readonly Shared[] = [];

sharedContract('one PostgreSQL', {
  open: async () => {
    const schema = postgres.schema();
    const [one, other] = [await openEnd(schema), await openEnd(schema)];
    ends = [one, other];
    await heardEverywhere();
    return [one, other];
  },
  settled: async () => {
    await asked.answered();
    await heardEverywhere();
    // Wait until the query that the notification caused has ended.
    await asked.answered();
    for (const { sync } of ends) await sync?.synchronize();
  },
});

it('each instance detects whether another instance is running [contract:control.instances]', async () => {
  const schema = postgres.schema();
  const [one, other] = [await openEnd(schema), await openEnd(schema)];
  const hasOthers = async () => {
    await one.sync?.synchronize();
    return one.sync?.hasOthers;
  };
  await one.instances.join({ id: 'one', startedAt: 0, delivering: () => 0 });
  expect(await hasOthers()).toBe(false);
  await other.instances.join({ id: 'other', startedAt: 0, delivering: () => 0 });
  expect(await hasOthers()).toBe(true);
  await other.close();
  expect(await hasOthers()).toBe(false);
});

let marks = 0;

/**
 * Waits until each instance has received a new notification from every other instance. All earlier notifications have
 * then arrived too.
 */
async function heardEverywhere(): Promise<void> {
  const own = ends.map(() => {
    marks -= 1;
    return marks;
  });
  const heard = ends.map(({ wakeUps }, here) => {
    // Each instance receives its own notification immediately.
    const missing = new Set(own.toSpliced(here, 1));
    return new Promise<void>((resolve) =>
      wakeUps.onWake((at) => missing.delete(at) && missing.size === 0 && resolve()),
    );
  });
  const call = () => ends.forEach(({ wakeUps }, at) => void wakeUps.wake(own[at] ?? 0));
  call();
  const calling = setInterval(call, 10);
  await Promise.all(heard).finally(() => clearInterval(calling));
}
