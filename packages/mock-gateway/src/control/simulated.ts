import { formatIst } from '@inrgate/sdk/internal';
import { type Deposit, depositStateAt } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';
import {
  beginningOf,
  decidingField,
  depositEnding,
  depositOutcome,
  lastDigits,
  payoutEnding,
  payoutEndings,
  payoutOutcome,
} from '../simulation/outcomes.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Next action of a simulated customer or operator on an order, or null. */
type Simulated = ControlResponse<'PayinWithTimeline'>['simulated'];

/** @param now epoch ms of the gateway's clock */
export function simulatedDeposit(deposit: Deposit, settings: Settings, now: number): Simulated {
  const payAfterMs = payAfterOf(settings);
  if (payAfterMs === null) return null;
  const { status } = depositStateAt(deposit, now);
  const outcome = depositOutcome(deposit, payAfterMs);
  const isLate = outcome !== null && outcome.at >= deposit.expiresAt;
  const isOpen = status === 'pending' || (status === 'expired' && isLate && outcome.at > now);
  if (!isOpen) return null;
  if (isLate && settings.latePayments === 'refuse')
    return { at: null, will: 'will not be paid', because: 'late payments are rejected' };
  return {
    at: outcome === null ? null : formatIst(outcome.at),
    will: depositEnding(deposit.amount).will,
    because: `the amount ends in .${lastDigits(deposit.amount)}`,
  };
}

const willOf = { approve: 'will be approved', complete: 'will succeed', reject: 'will be rejected' } as const;

export function simulatedPayout(payout: Payout, settings: Settings): Simulated {
  const payAfterMs = payAfterOf(settings);
  const { state, destination } = payout;
  if (payAfterMs === null || (state.status !== 'pending' && state.status !== 'processing')) return null;
  const outcome = payoutOutcome(payout, payAfterMs);
  const word = beginningOf(destination);
  const field = decidingField[destination.payType];
  return {
    at: outcome === null ? null : formatIst(outcome.at),
    will: outcome === null ? payoutEnding(destination).will : willOf[outcome.move],
    because:
      word === undefined
        ? `the ${field} begins with none of ${[...payoutEndings.keys()].join(', ')}`
        : `the ${field} begins with ${word}`,
  };
}

function payAfterOf({ simulation }: Settings): number | null {
  return simulation === null ? null : simulation.payAfterSeconds * 1000;
}
