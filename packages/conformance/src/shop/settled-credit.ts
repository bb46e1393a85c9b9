import { setTimeout as sleep } from 'node:timers/promises';
import type { Paise } from '@inrgate/sdk/protocol';
import { CheckError } from '../findings/check-error.ts';
import { creditsOf } from '../webhook/probe.ts';
import { type Credit, creditText, lossOf } from './verdict.ts';
import type { World } from './world.ts';

/** Milliseconds before the second look at a credit that is missing. */
const firstWaitMs = 20;

interface Wanted {
  /** Numbers of one order, summed. */
  readonly numbers: readonly string[];
  readonly paid: Paise | null;
  /** Milliseconds for a shop that credits after it has responded. */
  readonly patienceMs: number;
}

/**
 * The shop's credit of an order. Asks twice, and again for a while if the credit is missing, because a shop may credit in the
 * background.
 *
 * @throws {CheckError} `probe_failed` for an invalid response, or if two requests return different credits
 */
export async function creditOnceSettled(
  { urls, signal }: Pick<World, 'urls' | 'signal'>,
  { numbers, paid, patienceMs }: Wanted,
): Promise<Credit> {
  const ask = () => creditsOf(urls.probe.href, { kind: 'payin', orders: numbers }, signal);
  const until = performance.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    const [first, second] = [await ask(), await ask()];
    const isSame = first.count === second.count && first.amount === second.amount;
    const loss = lossOf(second, paid);
    if (isSame && loss !== 'not_credited') return second;
    if (performance.now() >= until) {
      if (isSame) return second;
      throw new CheckError(
        'probe_failed',
        `the probe returns ${creditText(first)} and then ${creditText(second)} for the same order, although nothing happens in between`,
      );
    }
    await sleep(waitMs, undefined, { signal });
  }
}
