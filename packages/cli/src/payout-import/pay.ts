import { type GatewayClient, type GatewayError, isApiError, isGatewayError, type Payout } from '@inrgate/sdk';
import type { Interruption } from '../batch/interruption.ts';
import { sameText } from '../batch/same-text.ts';
import type { WaitingCalls } from '../batch/waiting-calls.ts';
import { payTypes } from './destination.ts';
import type { RowState, SendOutcome } from './journal-entry.ts';
import type { PayoutRow } from './rows.ts';

export interface PayOptions extends Interruption {
  /** State of the order number before this attempt, if any run has sent the order number. */
  readonly before: RowState | undefined;
  /** True to accept an existing payout that no run of this journal sent as the row's payout. */
  readonly acceptExisting: boolean;
  readonly calls: WaitingCalls;
}

/**
 * Sends a row only under its own order number. A repeated request returns the existing payout (spec: POST payin, rule
 * 1). After an unclear response, queries the payout. `refused` means that the gateway rejected every attempt of all
 * runs, so the row may use another order number.
 *
 * @throws any error that is not a `GatewayError`
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
    // Without an error code, the gateway decided nothing. Example: the user interrupted a wait for the rate limit.
    const waited = isApiError(error) && error.status === 429 && stop.aborted;
    if (waited || !isApiError(error)) {
      return { event: 'not_sent', error: waited ? 'interrupted' : codeOf(error, signal) };
    }
    return { event: 'refused', error: error.code };
  }
}

interface Answered extends PayOptions {
  /** True if an attempt may have created the payout. */
  readonly ours: boolean;
  /** True if the gateway confirmed that this attempt created the payout. */
  readonly isNew: boolean;
}

interface Unclear extends Answered {
  readonly error: GatewayError;
}

/**
 * Queries the payout after an unclear response. A rejection does not show the outcome of an earlier attempt, because
 * the gateway may reject a request before it checks the order number. The reported duplicate may be the row's own
 * payout, because some gateways reject a repeated request.
 */
async function lookUp(client: GatewayClient, row: PayoutRow, unclear: Unclear): Promise<SendOutcome> {
  const { error, ours, abort: signal, calls } = unclear;
  const code = codeOf(error, signal);
  try {
    const { order } = await calls.ask(() => client.payouts.recover(row.mchOrderNo, { signal }));
    if (order !== null) return foundFor(row, order, unclear);
    // An earlier attempt that was not rejected may still be in progress.
    return { event: ours ? 'unknown' : 'refused', error: code };
  } catch (query) {
    if (!isGatewayError(query)) throw query;
    return { event: 'unknown', error: code };
  }
}

/**
 * Decides whether the found payout is the row's payout. A payout with other values is the row's if an attempt of this
 * import may have created it, because some gateways rewrite accepted fields and reject a repeated request.
 */
function foundFor(row: PayoutRow, payout: Payout, unclear: Unclear): SendOutcome {
  if (unclear.ours || !isTaken(unclear.error)) return accepted(row, payout, unclear);
  const { orderNo, amount, payType } = payout;
  const tells = payTypes.some((known) => known === payType);
  const isOther = !sameText('amount', row.params.amount, amount) || (tells && payType !== row.payType);
  if (isOther) return { event: 'refused', error: 'duplicate_order', orderNo };
  // The gateway reports a difference, but does not return all fields that can differ.
  return tells ? accepted(row, payout, unclear) : { event: 'unknown', error: 'duplicate_order', orderNo };
}

/** Returns the outcome for a payout that the gateway has accepted. The outcome is never `refused`. */
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

/** Time margin in milliseconds, longer than any realistic difference between the clocks of a merchant and a gateway. */
const clockMargin = 86_400_000;

/** Returns true if a payout existed before any run of this journal sent its order number. */
function isOlder({ createdAt }: Payout, before: RowState | undefined): boolean {
  const firstSent = before === undefined ? Date.now() : Date.parse(before.firstSent);
  return Date.parse(createdAt ?? '') < firstSent - clockMargin;
}

/** Describes the difference between a payout and the row. Ignores fields that the gateway does not return. */
function differenceFrom({ params, payType }: PayoutRow, payout: Payout): string | undefined {
  if (!sameText('amount', params.amount, payout.amount)) return 'other_amount';
  return sameText('payType', payType, payout.payType ?? payType) ? undefined : 'other_pay_type';
}

function isTaken(error: GatewayError): boolean {
  return isApiError(error) && error.code === 'duplicate_order';
}

/** Returns the gateway's code, `interrupted`, or the kind of error. */
function codeOf(error: GatewayError, { aborted }: AbortSignal): string {
  if (isApiError(error)) return error.code;
  return aborted ? 'interrupted' : error.name;
}
