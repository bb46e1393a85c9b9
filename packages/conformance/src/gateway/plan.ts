import { formatAmount, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import { type CheckGatewayOptions, setupOf } from './options.ts';

/**
 * Describes the cost and side effects of a check in sentences, for confirmation before it begins. For a read-only
 * check, the list is empty.
 *
 * @throws {CheckError} `invalid_option`
 */
export function gatewayCheckPlan(options: CheckGatewayOptions): readonly string[] {
  const { level, payinAmount, payoutAmount, payoutUpi } = setupOf(options);
  if (level === 'read-only') return [];
  const payins = `The check creates up to ten pay-ins and two payment links. The pay-ins use the amount ${payinAmount}, and 50,000.00 to test the upper limit. All orders stay unpaid, are free of charge and expire.`;
  if (payoutUpi === undefined) return [payins, 'The check creates no payout and spends no money.'];
  const amount = parseAmount(payoutAmount);
  const fee = payoutFee(amount);
  return [
    payins,
    `The check creates one payout of ${payoutAmount} to ${payoutUpi}. The gateway debits ${formatAmount(amount + fee)}, including the fee of ${formatAmount(fee)}.`,
    'The check repeats the payout request to verify that the gateway pays only once. A faulty gateway can debit the amount up to four more times.',
  ];
}
