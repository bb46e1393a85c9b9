import { type GatewayClient, type GatewayError, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import type { Answer } from './journal-entry.ts';
import type { PayoutRow } from './rows.ts';

export interface PayOptions {
  /** Whether this number was sent before and it is not known what became of it. */
  readonly open: boolean;
  readonly signal: AbortSignal;
}

/**
 * Sends a row, under its own number and no other: a repeat of what exists answers what exists (spec: POST payin, rule
 * 1). Where the answer does not tell what happened, it is looked up.
 *
 * @throws what is no error of the client
 */
export async function pay(client: GatewayClient, row: PayoutRow, options: PayOptions): Promise<Answer> {
  const { open, signal } = options;
  try {
    const { data, response } = await client.payouts.create(row.params, { signal }).withResponse();
    const before = response.attempts.slice(0, -1);
    const ours = open || before.some(({ outcome }) => outcome === 'unknown');
    return found(row, data, data.duplicate && !ours ? 'duplicate' : 'created');
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    if (open || error.outcome === 'unknown') return lookUp(client, row, { error, signal });
    // Without the gateway's code nothing was decided: the row was waiting for its turn, say, when it was interrupted.
    return { event: isApiError(error) ? 'refused' : 'not_sent', error: codeOf(error, signal) };
  }
}

interface Unclear {
  readonly error: GatewayError;
  readonly signal: AbortSignal;
}

/** A refusal does not tell what became of an earlier attempt: it may come before the number is looked at. */
async function lookUp(client: GatewayClient, row: PayoutRow, { error, signal }: Unclear): Promise<Answer> {
  try {
    const { order } = await client.payouts.recover(row.mchOrderNo, { signal });
    if (order !== null) return found(row, order, 'created');
    // Without a refusal, the request may still be on its way.
    const refused = isApiError(error) && error.status < 500;
    return { event: refused ? 'refused' : 'unknown', error: codeOf(error, signal) };
  } catch (query) {
    if (!isGatewayError(query)) throw query;
    return { event: 'unknown', error: codeOf(error, signal) };
  }
}

/** Another amount or kind of destination is another withdrawal, that took the number. */
function found(row: PayoutRow, payout: Payout, event: 'created' | 'duplicate'): Answer {
  const { orderNo, status, fee, totalDebit, createdAt } = payout;
  const same = payout.amount === row.params.amount && (payout.payType ?? row.payType) === row.payType;
  return same
    ? { event, orderNo, status, fee, totalDebit, createdAt }
    : { event: 'refused', error: 'duplicate_order' };
}

/** The gateway's code, `interrupted`, or the kind of error. */
function codeOf(error: GatewayError, { aborted }: AbortSignal): string {
  if (isApiError(error)) return error.code;
  return aborted ? 'interrupted' : error.name;
}
