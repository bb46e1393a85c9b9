import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '@inrgate/mock-gateway';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { alarm, type Output, printable } from '../output/output.ts';
import { untilAborted } from './stop-signal.ts';

/** Milliseconds between two attempts. Each attempt takes at least two seconds. */
const betweenAttempts = 500;

type Unreachable = StoreError & { readonly code: 'store_unavailable' };

interface DatabaseWait {
  /** Seconds after which no further attempt begins. The value 0 allows one attempt. */
  readonly seconds: number;
  readonly stop: AbortSignal;
  readonly output: Pick<Output, 'trouble' | 'failure'>;
  /** Names of the options as the user set them. */
  readonly names: { readonly db: string; readonly wait: string };
}

/** Returns true if the database may be reachable later, for example because it is starting. */
export function isUnreachable(error: unknown): error is Unreachable {
  return error instanceof StoreError && error.code === 'store_unavailable';
}

/**
 * Retries `open` while its database is unreachable. Prints a note about the first failure. Resolves with null after a
 * stop signal.
 *
 * @throws {EndedWith} after the time limit
 */
export async function whenReachable<T>(open: () => Promise<T>, wait: DatabaseWait): Promise<T | null> {
  const { seconds, stop, output } = wait;
  const end = performance.now() + seconds * 1_000;
  const stopped = untilAborted(stop).then(() => null);
  for (let attempt = 1; !stop.aborted; attempt += 1) {
    try {
      return await Promise.race([open(), stopped]);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (performance.now() + betweenAttempts > end) throw givenUp(error, wait);
      if (attempt === 1)
        output.trouble(`note: ${error.message}. serve waits up to ${seconds} s for the database`);
    }
    await Promise.race([sleep(betweenAttempts), stopped]);
  }
  return null;
}

function givenUp(error: Unreachable, { seconds, output, names }: DatabaseWait): EndedWith {
  const fix = `Start the database, correct ${names.db}, or raise ${names.wait} above ${seconds} s`;
  const message = `${error.message}. ${fix}`;
  output.failure({ error: error.code, message }, () => `${alarm('error:')} ${printable(message)}`);
  return new EndedWith(exitCodes.noAnswer);
}
