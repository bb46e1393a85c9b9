import { expect, it } from 'vitest';
import { pause } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import { PostgresLocks } from './locks.ts';
import type { Notices } from './notices.ts';

const lease = 200;
const notices = { channel: 'a_channel', on: () => {} } as unknown as Notices;

/** A database that returns `isFirst` to the first query after `late` ms, and responds to later queries immediately. */
function slowAtFirst(late: number, isFirst = true) {
  const asked: string[] = [];
  const write = async ({ values = [] }: Parameters<Database['write']>[0]) => {
    const [tickets, , kept] = values as readonly (readonly string[])[];
    const ids = [...(tickets ?? []), ...(kept ?? [])];
    asked.push(...ids);
    const isLater = asked.length > ids.length;
    if (!isLater) await pause(late);
    return ids.map((turn) => ({ turn, is_first: isFirst || isLater }));
  };
  return { asked, database: { schema: 'inrgate', write } as unknown as Database };
}

it('an instance that was paused for longer than its lease ignores the late grant of the lock [contract:several.turns]', async () => {
  const { asked, database } = slowAtFirst(3 * lease);
  const clusterLocks = new PostgresLocks(database, { notices, lease });
  const turnsRead = await clusterLocks.withLock(['clock'], async () => asked.length);
  // The lock ignores the late response, so a later response grants the turn.
  expect(turnsRead).toBeGreaterThan(1);
  await clusterLocks.idle();
});

it('an instance that receives its notification in time acquires the lock with one query', async () => {
  const { asked, database } = slowAtFirst(0);
  const clusterLocks = new PostgresLocks(database, { notices, lease: 60_000 });
  expect(await clusterLocks.withLock(['clock'], async () => asked.length)).toBe(1);
  await clusterLocks.idle();
});

it('an instance without a notification acquires the lock by polling [contract:several.unheard]', async () => {
  const { asked, database } = slowAtFirst(0, false);
  const clusterLocks = new PostgresLocks(database, { notices, lease });
  expect(await clusterLocks.withLock(['clock'], async () => asked.length)).toBe(2);
  await clusterLocks.idle();
});
