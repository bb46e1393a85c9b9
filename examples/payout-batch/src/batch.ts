import { type GatewayClient, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import type { Entry, Journal, Step } from './journal.ts';
import { fingerprint, type Withdrawal } from './withdrawals.ts';

export interface Batch {
  readonly client: GatewayClient;
  readonly journal: Journal;
  readonly withdrawals: readonly Withdrawal[];
}

/** Errors that stop all payouts of a file until a person fixes the cause. */
const stopping = new Set([
  ...['insufficient_balance', 'daily_limit', 'invalid_signature', 'wrong_key_type', 'account_suspended'],
  ...['ip_not_allowed', 'ip_whitelist_required', 'too_many_failures', 'rate_limited', 'maintenance'],
]);

/**
 * Creates all missing payouts, in sequence. Each payout keeps its own order number, so no run pays a payout twice.
 *
 * @throws {GatewayError} if the next payouts would also fail. The next run continues
 * @throws {Error} for a line that was changed after its request
 */
export async function payOut({ client, journal, withdrawals }: Batch): Promise<void> {
  for (const withdrawal of withdrawals) {
    const { mchOrderNo } = withdrawal;
    const known = journal.last(mchOrderNo);
    const entry = { mchOrderNo, fingerprint: fingerprint(withdrawal) };
    if (known !== undefined && known.fingerprint !== entry.fingerprint) {
      throw new Error(
        `${mchOrderNo} was sent with another amount or destination: give a new line a new number`,
      );
    }
    if (known !== undefined && known.step !== 'sending') continue;
    // Write the entry to disk before the request. If the run stops here, the next run queries this order number.
    if (known === undefined) journal.write({ ...entry, step: 'sending' });
    else if ((await client.payouts.recover(mchOrderNo)).exists) {
      journal.write({ ...entry, step: 'made' });
      continue;
    }
    await make({ client, journal, withdrawals }, withdrawal, entry);
  }
}

async function make(
  { client, journal }: Batch,
  withdrawal: Withdrawal,
  entry: Omit<Entry, 'step'>,
): Promise<void> {
  try {
    // After a lost response, query the order before any retry.
    await client.payouts.create(withdrawal, { onUnknown: 'query' });
    journal.write({ ...entry, step: 'made' });
  } catch (error) {
    const isRefused = isApiError(error) && error.outcome === 'rejected' && !stopping.has(error.code);
    // The payout stays `sending`, because it may exist. If it does not exist, the next run creates it.
    if (!isRefused) throw error;
    journal.write({ ...entry, step: 'refused', code: error.code });
  }
}

/** Number of payouts in a state, and their sum in INR. */
export interface Line {
  readonly mchOrderNo: string;
  readonly amount: string;
  /** State of the payouts. `not sent` if the journal lacks the payout, `differs` if the gateway has another amount. */
  readonly state: Step | 'not sent' | 'missing' | 'differs';
}

/** Queries each payout without a final state, and records final states. */
export async function reconcile({ client, journal, withdrawals }: Batch): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { mchOrderNo, amount } of withdrawals) {
    const known = journal.last(mchOrderNo);
    const state = known === undefined ? 'not sent' : await stateOf(client, known, amount);
    if (known !== undefined && (state === 'paid' || state === 'failed') && state !== known.step) {
      journal.write({ ...known, step: state });
    }
    lines.push({ mchOrderNo, amount, state });
  }
  return lines;
}

async function stateOf(client: GatewayClient, known: Entry, amount: string): Promise<Line['state']> {
  if (known.step !== 'made') return known.step;
  try {
    const payout = await client.payouts.retrieve({ mchOrderNo: known.mchOrderNo });
    return payout.amount === amount ? (steps[payout.status] ?? 'made') : 'differs';
  } catch (error) {
    if (isGatewayError(error) && isApiError(error) && error.code === 'order_not_found') return 'missing';
    throw error;
  }
}

const steps: Readonly<Partial<Record<Payout['status'], Step>>> = { success: 'paid', failed: 'failed' };
