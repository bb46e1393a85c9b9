import { formatAmount, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import { type CheckGatewayOptions, setupOf } from './options.ts';

/**
 * Describes the cost and side effects of a check in sentences, for confirmation before it begins. Empty for a read-only
 * check.
 *
 * @throws {CheckError} `invalid_option`
 */
export function gatewayCheckPlan(options: CheckGatewayOptions): readonly string[] {
  const { level, payinAmount, payoutAmount, payoutUpi, controlUrl } = setupOf(options);
  if (level === 'read-only') return [];
  if (level === 'mock') {
    return [
      `It creates its own merchants and orders at ${controlUrl}, and does not touch existing ones.`,
      'It moves the clock of the whole gateway forward by about a day, so pending orders of other merchants expire.',
      'For a moment it switches maintenance on and the channel and USDT rate off. It also lifts the locks of IP addresses.',
    ];
  }
  const payins = `It creates up to twenty pay-ins and two payment links. The pay-ins are of ${payinAmount} and of round amounts up to 1,000,000.00, which show the limits. The pay-ins stay unpaid, cost nothing and expire.`;
  if (payoutUpi === undefined) return [payins, 'It creates no payout, so it spends nothing.'];
  const amount = parseAmount(payoutAmount);
  const fee = payoutFee(amount);
  return [
    payins,
    `It creates one payout of ${payoutAmount} to ${payoutUpi} and debits ${formatAmount(amount + fee)}, including the fee of ${formatAmount(fee)}.`,
    'It repeats the payout request to check that the gateway pays only once. A faulty gateway can debit the amount up to three more times.',
  ];
}
