import { expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { sharedContract } from '../shared.contract.ts';
import type { Shared } from '../shared.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();

/** As two machines have it: each with connections of its own. */
async function openEnd(schema: string): Promise<Shared> {
  const backend = await openPostgresBackend({ url: postgres.url(), schema, lookEvery: 20 });
  const connected = backend.connect({ failed: () => {} });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= connected.close();
    return closing;
  };
  onTestFinished(close);
  const shared = { ...connected, close };
  await shared.elsewhere?.catchUp();
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
    await heardEverywhere();
    for (const { elsewhere } of ends) await elsewhere?.catchUp();
    // What was said before over another connection, and what is said from time to time.
    await new Promise((resolve) => setTimeout(resolve, 50));
  },
});

it('each knows whether another one is there, until that has left [contract:control.instances]', async () => {
  const schema = postgres.schema();
  const [one, other] = [await openEnd(schema), await openEnd(schema)];
  const hasOthers = async () => {
    await one.elsewhere?.catchUp();
    return one.elsewhere?.hasOthers;
  };
  await one.instances.join({ id: 'one', startedAt: 0, delivering: () => 0 });
  expect(await hasOthers()).toBe(false);
  await other.instances.join({ id: 'other', startedAt: 0, delivering: () => 0 });
  expect(await hasOthers()).toBe(true);
  await other.close();
  expect(await hasOthers()).toBe(false);
});

let marks = 0;

/** Waits until what is called out now has come to all of them. */
async function heardEverywhere(): Promise<void> {
  marks -= 1;
  const mark = marks;
  const heard = ends.map(
    ({ wakeUps }) => new Promise<void>((resolve) => wakeUps.onWake((at) => at === mark && resolve())),
  );
  const [one] = ends;
  // Nobody hears before they listen.
  const calling = setInterval(() => ends.forEach(({ wakeUps }) => void wakeUps.wake(mark)), 10);
  one?.wakeUps.wake(mark);
  await Promise.all(heard).finally(() => clearInterval(calling));
}
