import { setTimeout as sleep } from 'node:timers/promises';
import type { Paise } from '@inrgate/sdk/protocol';
import { CheckError } from '../findings/check-error.ts';
import { creditsOf } from '../webhook/probe.ts';
import { type Credit, creditText, lossOf } from './verdict.ts';
import type { World } from './world.ts';

/** First and longest wait between two probes while a credit is missing, in milliseconds. */
const [firstWaitMs, longestWaitMs] = [20, 320];

interface Wanted {
  /** Order numbers of one order. The credits of all of them are added. */
  readonly numbers: readonly string[];
  readonly paid: Paise | null;
  /** Maximum milliseconds from a shop's response to its credit. */
  readonly patienceMs: number;
}

/**
 * Returns the shop's credit of an order. Probes twice, and more often while the credit is missing, because a shop may
 * credit in the background. A shop that credits in the background may credit twice later, so a correct credit must stay
 * unchanged for the same time.
 *
 * @throws {CheckError} `probe_failed` for an invalid response, or if two requests return different credits
 */
export async function creditOnceSettled(
  { urls, signal, usual }: Pick<World, 'urls' | 'signal' | 'usual'>,
  { numbers, paid, patienceMs }: Wanted,
): Promise<Credit> {
  const ask = () => creditsOf(urls.probe.href, { kind: 'payin', orders: numbers }, signal);
  const began = performance.now();
  let lagMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const [first, second] = [await ask(), await ask()];
    const isSame = first.count === second.count && first.amount === second.amount;
    const loss = lossOf(second, paid);
    const passedMs = performance.now() - began;
    if (loss === 'not_credited') lagMs = passedMs + waitMs;
    if (loss === null) usual.creditLag = Math.max(usual.creditLag, lagMs);
    const lastsMs = !isSame || loss === 'not_credited' ? patienceMs : loss === null ? usual.creditLag : 0;
    if (passedMs >= lastsMs) {
      if (isSame) return second;
      throw new CheckError(
        'probe_failed',
        `the probe returns ${creditText(first)} and then ${creditText(second)} for the same order, although no event occurred between the two requests`,
      );
    }
    await sleep(waitMs, undefined, { signal });
  }
}
