import { type GatewayClient, type GatewayError, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import { sameText } from '../batch/same-text.ts';
import type { WaitingCalls } from '../batch/waiting-calls.ts';
import { payTypes } from './destination.ts';
import type { RowState, SendOutcome } from './journal-entry.ts';
import type { PayoutRow } from './rows.ts';

export interface PayOptions {
  /** What the journal knew about the number before this attempt; undefined when no run has sent it. */
  readonly before: RowState | undefined;
  /** Whether a payout that no run of this journal sent counts as the row's. */
  readonly acceptExisting: boolean;
  /** Nothing new is begun. */
  readonly stop: AbortSignal;
  /** What is on its way is not waited for any longer. */
  readonly abort: AbortSignal;
  readonly calls: WaitingCalls;
}

/**
 * Sends a row, under its own number and no other: a repeat of what exists answers what exists (spec: POST payin, rule
 * 1). Where the answer does not tell what happened, it is looked up. `refused` is a row of which the gateway has refused
 * every attempt, those of earlier runs too: such a row may be given another number.
 *
 * @throws what is no error of the client
 */
export async function pay(client: GatewayClient, row: PayoutRow, options: PayOptions): Promise<SendOutcome> {
  const { stop, abort: signal, calls, before: known } = options;
  const open = known?.open ?? false;
  try {
    const { data, response } = await calls.send(() =>
      client.payouts.create(row.params, { signal }).withResponse(),
    );
    const earlier = response.attempts.slice(0, -1);
    const ours = open || earlier.some(({ outcome }) => outcome === 'unknown');
    return accepted(row, data, { ...options, ours, isNew: !data.duplicate });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const ours = open || error.outcome === 'unknown';
    if (ours || isTaken(error)) return lookUp(client, row, { ...options, error, ours, isNew: false });
    // Without the gateway's code nothing was decided: the row was waiting for its turn, say, when it was interrupted.
    const waited = isApiError(error) && error.status === 429 && stop.aborted;
    if (waited || !isApiError(error)) {
      return { event: 'not_sent', error: waited ? 'interrupted' : codeOf(error, signal) };
    }
    return { event: 'refused', error: error.code };
  }
}

interface Answered extends PayOptions {
  /** Whether an attempt to send this row may have been carried out. */
  readonly ours: boolean;
  /** Whether the gateway said that this very attempt made the payout. */
  readonly isNew: boolean;
}

interface Unclear extends Answered {
  readonly error: GatewayError;
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
    if (order !== null) return foundFor(row, order, unclear);
    // An attempt that was not refused may still be on its way, whatever came after it.
    return { event: ours ? 'unknown' : 'refused', error: code };
  } catch (query) {
    if (!isGatewayError(query)) throw query;
    return { event: 'unknown', error: code };
  }
}

/**
 * A number is another's only where no attempt of this import can have taken it: gateways tell what they have accepted in
 * words of their own, and refuse its repeat.
 */
function foundFor(row: PayoutRow, payout: Payout, unclear: Unclear): SendOutcome {
  if (unclear.ours || !isTaken(unclear.error)) return accepted(row, payout, unclear);
  const { orderNo, amount, payType } = payout;
  const tells = payTypes.some((known) => known === payType);
  const isOther = !sameText('amount', row.params.amount, amount) || (tells && payType !== row.payType);
  if (isOther) return { event: 'refused', error: 'duplicate_order', orderNo };
  // The gateway says that something differs, and does not tell all.
  return tells ? accepted(row, payout, unclear) : { event: 'unknown', error: 'duplicate_order', orderNo };
}

/** What the gateway has accepted is never a refusal, whatever it says of it. */
function accepted(row: PayoutRow, payout: Payout, options: Answered): SendOutcome {
  const { before, acceptExisting, ours, isNew } = options;
  const { orderNo, status, fee, totalDebit, createdAt } = payout;
  const error = differenceFrom(row, payout);
  if (error !== undefined) return { event: 'unknown', error, orderNo };
  const order = { orderNo, status, fee, totalDebit, createdAt };
  if (isNew) return { event: 'created', ...order };
  const isOther = !ours || before?.existing === orderNo;
  const older = !isOther && isOlder(payout, before);
  if (!isOther && !older) return { event: 'created', ...order };
  if (acceptExisting) return { event: 'duplicate', ...order, accepted: true };
  return older ? { event: 'unknown', error: 'older_payout', orderNo } : { event: 'duplicate', ...order };
}

/** More than the clocks of a merchant and a gateway differ by. */
const clockMargin = 86_400_000;

/** Whether a payout existed before any run of this journal sent its number. */
function isOlder({ createdAt }: Payout, before: RowState | undefined): boolean {
  const firstSent = before === undefined ? Date.now() : Date.parse(before.firstSent);
  return Date.parse(createdAt ?? '') < firstSent - clockMargin;
}

/** What makes a withdrawal another one than the row's; what the gateway does not tell is not compared. */
function differenceFrom({ params, payType }: PayoutRow, payout: Payout): string | undefined {
  if (!sameText('amount', params.amount, payout.amount)) return 'other_amount';
  return sameText('payType', payType, payout.payType ?? payType) ? undefined : 'other_pay_type';
}

function isTaken(error: GatewayError): boolean {
  return isApiError(error) && error.code === 'duplicate_order';
}

/** The gateway's code, `interrupted`, or the kind of error. */
function codeOf(error: GatewayError, { aborted }: AbortSignal): string {
  if (isApiError(error)) return error.code;
  return aborted ? 'interrupted' : error.name;
}
