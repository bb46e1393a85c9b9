import { type GatewayClient, type GatewayError, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import { v3ErrorInfo } from '@inrgate/sdk/protocol';
import { sameText } from '../batch/same-text.ts';
import type { WaitingCalls } from '../batch/waiting-calls.ts';
import { payTypes } from './destination.ts';
import type { SendOutcome } from './journal-entry.ts';
import type { PayoutRow } from './rows.ts';

export interface PayOptions {
  /** Whether this number was sent before and it is not known what became of it. */
  readonly open: boolean;
  /** Nothing new is begun. */
  readonly stop: AbortSignal;
  /** What is on its way is not waited for any longer. */
  readonly abort: AbortSignal;
  readonly calls: WaitingCalls;
}

/**
 * Sends a row, under its own number and no other: a repeat of what exists answers what exists (spec: POST payin, rule
 * 1). Where the answer does not tell what happened, it is looked up. `refused` is a row that the gateway itself has
 * refused, and nothing else: such a row may be given another number.
 *
 * @throws what is no error of the client
 */
export async function pay(client: GatewayClient, row: PayoutRow, options: PayOptions): Promise<SendOutcome> {
  const { open, stop, abort: signal, calls } = options;
  try {
    const { data, response } = await calls.send(() =>
      client.payouts.create(row.params, { signal }).withResponse(),
    );
    const before = response.attempts.slice(0, -1);
    const ours = open || before.some(({ outcome }) => outcome === 'unknown');
    return accepted(row, data, data.duplicate && !ours ? 'duplicate' : 'created');
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const ours = open || error.outcome === 'unknown';
    if (ours || isTaken(error)) return lookUp(client, row, { ...options, error, ours });
    // Without the gateway's code nothing was decided: the row was waiting for its turn, say, when it was interrupted.
    const waited = isApiError(error) && error.status === 429 && stop.aborted;
    if (waited || !isApiError(error)) {
      return { event: 'not_sent', error: waited ? 'interrupted' : codeOf(error, signal) };
    }
    return { event: 'refused', error: error.code };
  }
}

interface Unclear extends PayOptions {
  readonly error: GatewayError;
  /** Whether an attempt to send this row may have been carried out. */
  readonly ours: boolean;
}

/**
 * A refusal does not tell what became of an earlier attempt: it may come before the number is looked at. And what a
 * number is taken by may be the row itself: not every gateway answers a repeat with what exists.
 */
async function lookUp(client: GatewayClient, row: PayoutRow, unclear: Unclear): Promise<SendOutcome> {
  const { error, ours, abort: signal, calls } = unclear;
  const code = codeOf(error, signal);
  try {
    const { order } = await calls.ask(() => client.payouts.recover(row.mchOrderNo, { signal }));
    if (order !== null) return foundFor(row, order, { error, ours });
    // Without a refusal, the request may still be on its way.
    return { event: isRefusal(error) ? 'refused' : 'unknown', error: code };
  } catch (query) {
    if (!isGatewayError(query)) throw query;
    return { event: 'unknown', error: code };
  }
}

/**
 * A number is another's only where no attempt of this import can have taken it: gateways tell what they have accepted in
 * words of their own, and refuse its repeat.
 */
function foundFor(
  row: PayoutRow,
  payout: Payout,
  { error, ours }: Pick<Unclear, 'error' | 'ours'>,
): SendOutcome {
  if (ours || !isTaken(error)) return accepted(row, payout, ours ? 'created' : 'duplicate');
  const { orderNo, amount, payType } = payout;
  const tells = payTypes.some((known) => known === payType);
  const isOther = !sameText('amount', row.params.amount, amount) || (tells && payType !== row.payType);
  if (isOther) return { event: 'refused', error: 'duplicate_order', orderNo };
  // The gateway says that something differs, and does not tell all.
  return tells ? accepted(row, payout, 'duplicate') : { event: 'unknown', error: 'duplicate_order', orderNo };
}

/** What the gateway has accepted is never a refusal, whatever it says of it. */
function accepted(row: PayoutRow, payout: Payout, event: 'created' | 'duplicate'): SendOutcome {
  const { orderNo, status, fee, totalDebit, createdAt } = payout;
  const error = differenceFrom(row, payout);
  if (error !== undefined) return { event: 'unknown', error, orderNo };
  return { event, orderNo, status, fee, totalDebit, createdAt };
}

/** What makes a withdrawal another one than the row's; what the gateway does not tell is not compared. */
function differenceFrom({ params, payType }: PayoutRow, payout: Payout): string | undefined {
  if (!sameText('amount', params.amount, payout.amount)) return 'other_amount';
  return sameText('payType', payType, payout.payType ?? payType) ? undefined : 'other_pay_type';
}

function isTaken(error: GatewayError): boolean {
  return isApiError(error) && error.code === 'duplicate_order';
}

/** A 4xx; where the HTTP status says success all the same, that of the code. */
function isRefusal(error: GatewayError): boolean {
  if (!isApiError(error)) return false;
  const status = error.status < 400 ? v3ErrorInfo(error.code)?.status : error.status;
  return status !== undefined && status >= 400 && status < 500;
}

/** The gateway's code, `interrupted`, or the kind of error. */
function codeOf(error: GatewayError, { aborted }: AbortSignal): string {
  if (isApiError(error)) return error.code;
  return aborted ? 'interrupted' : error.name;
}
