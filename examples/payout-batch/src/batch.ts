import { type GatewayClient, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import type { Entry, Journal, Step } from './journal.ts';
import { fingerprint, type Withdrawal } from './withdrawals.ts';

/** What there is to work with. */
export interface Batch {
  readonly client: GatewayClient;
  readonly journal: Journal;
  readonly withdrawals: readonly Withdrawal[];
}

/** No withdrawal of this file can be made before somebody has seen to it. */
const stopping = new Set([
  ...['insufficient_balance', 'daily_limit', 'invalid_signature', 'wrong_key_type', 'account_suspended'],
  ...['ip_not_allowed', 'ip_whitelist_required', 'too_many_failures', 'rate_limited', 'maintenance'],
]);

/**
 * Makes each withdrawal that is not made yet, one after the other, each under its own number whatever happens: so none is
 * made twice, by a second run either.
 *
 * @throws {GatewayError} when going on would help nobody; what is open is done by the next run
 * @throws {Error} for a line that was changed after it was sent
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
    // It is on the disk before the request is on its way: a run that ends here leaves a number to be asked about.
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
    // A lost answer is looked up before anything is sent again.
    await client.payouts.create(withdrawal, { onUnknown: 'query' });
    journal.write({ ...entry, step: 'made' });
  } catch (error) {
    const isRefused = isApiError(error) && error.outcome === 'rejected' && !stopping.has(error.code);
    // Otherwise it stays `sending`: it may have been made, or can be once what stopped it is mended.
    if (!isRefused) throw error;
    journal.write({ ...entry, step: 'refused', code: error.code });
  }
}

/** What became of the withdrawals, and their sums are in one currency: INR. */
export interface Line {
  readonly mchOrderNo: string;
  readonly amount: string;
  /** `not sent` when the journal does not know it; `differs` when the gateway has another amount. */
  readonly state: Step | 'not sent' | 'missing' | 'differs';
}

/** Asks the gateway about each that is not over, and notes what is. */
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
