import { StoreError } from '@inrgate/mock-gateway';
import { expect, test } from 'vitest';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { whenReachable } from './database-wait.ts';

const away = new StoreError('store_unavailable', 'postgres://db/shop cannot be reached');

/** A wait that records its output. */
function waiting(seconds: number) {
  const printed: string[] = [];
  const stop = new AbortController();
  const output = {
    trouble: (text: string) => void printed.push(text),
    failure: (_: object, text: () => string) => void printed.push(text()),
  };
  const names = { db: '--db', wait: '--db-wait' };
  return { printed, stop, wait: { seconds, stop: stop.signal, output, names } };
}

test('serve prints one note for an unreachable database and opens the database when it becomes reachable', async () => {
  const { printed, wait } = waiting(3_600);
  let attempts = 0;
  const open = async () => {
    attempts += 1;
    if (attempts < 3) throw away;
    return 'opened';
  };
  expect(await whenReachable(open, wait)).toBe('opened');
  expect(printed).toEqual([`note: ${away.message}. serve waits up to 3600 s for the database`]);
});

test('serve stops waiting for an unreachable database after the limit, with an error', async () => {
  const { printed, wait } = waiting(0);
  const failed = whenReachable(() => Promise.reject(away), wait);
  await expect(failed).rejects.toEqual(new EndedWith(exitCodes.noAnswer));
  expect(printed).toEqual([expect.stringContaining(`${away.message}. Start the database`)]);
});

test('serve reports a database error other than a connection failure without a wait', async () => {
  const { printed, wait } = waiting(3_600);
  const rejected = new StoreError('store_unreadable', 'postgres://db/shop refused the login');
  await expect(whenReachable(() => Promise.reject(rejected), wait)).rejects.toBe(rejected);
  expect(printed).toEqual([]);
});

test('a stop signal ends the wait for a database, even during an attempt', async () => {
  const { stop, wait } = waiting(3_600);
  const never = new Promise<never>(() => {});
  const waited = whenReachable(() => never, wait);
  stop.abort();
  expect(await waited).toBeNull();
});
