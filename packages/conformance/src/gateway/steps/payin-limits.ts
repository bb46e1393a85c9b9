import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import type { Run } from '../run.ts';
import type { Step } from './step.ts';

/** Amounts that are usual as limits of accounts, in rupees. */
const lower = [200n, 150n, 100n, 50n, 10n, 1n];
const higher = [300n, 500n, 1_000n, 2_000n, 5_000n];
const upper = [50_000n, 40_000n, 30_000n, 25_000n, 20_000n, 10_000n, 5_000n, 2_000n, 1_000n];
const beyond = [60_000n, 75_000n, 100_000n, 150_000n, 200_000n, 500_000n, 1_000_000n];

/** Step that finds the limits of pay-ins with unpaid orders of round amounts. */
export const payinLimits: Step = {
  title: 'the limits of pay-ins',
  level: 'smallest',
  play: async (run) => {
    const smallest = await edge(run, { inward: higher, outward: lower, step: -1n });
    const biggest = await edge(run, { inward: upper, outward: beyond, step: 1n });
    if (smallest !== null) run.observed.payinMin = smallest;
    if (biggest !== null) run.observed.payinMax = biggest;
    const rule = 'spec:limits.payin-amount';
    if (smallest === '200.00' && biggest === '50000.00') return run.board.add(rule, true);
    const told = `${smallest ?? 'below the tried amounts'} to ${biggest ?? 'above the tried amounts'}`;
    run.board.unseen([rule], `this account uses other limits: ${told}`);
  },
};

interface Ladder {
  /** Amounts to try after a rejection, towards an allowed amount. */
  readonly inward: readonly bigint[];
  /** Amounts to try after an acceptance, away from the default. */
  readonly outward: readonly bigint[];
  /** One paisa in the direction away from the default. */
  readonly step: Paise;
}

/**
 * Returns the last accepted amount if the gateway rejects an amount that differs by one paisa. Null means that the
 * limit is not a round amount.
 */
async function edge(run: Run, { inward, outward, step }: Ladder): Promise<string | null> {
  const usual = step < 0n ? 200n : 50_000n;
  const ladder = (await isTaken(run, usual * 100n))
    ? [usual, ...outward.filter((rupees) => rupees !== usual)]
    : inward.filter((rupees) => rupees !== usual);
  for (const rupees of ladder) {
    const paise = rupees * 100n;
    if (rupees !== usual && !(await isTaken(run, paise))) {
      if (ladder[0] === usual) return null;
      continue;
    }
    if (!(await isTaken(run, paise + step))) return formatAmount(paise);
    if (ladder[0] !== usual) return null;
  }
  return null;
}

async function isTaken(run: Run, paise: Paise): Promise<boolean> {
  const amount = formatAmount(paise);
  const reply = await run.probe({
    what: `a pay-in of ${amount}`,
    outgoing: run.merchant.v3('payin', { mchOrderNo: run.number(), amount }),
    answer: ['200', '422 amount_range'],
    shows: ['spec:errors.amount_range'],
  });
  return reply?.status === 200;
}
