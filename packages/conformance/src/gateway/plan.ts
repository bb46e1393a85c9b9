import { formatAmount, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import { type CheckGatewayOptions, setupOf } from './options.ts';

/**
 * What a check leaves behind and what it costs, in sentences, for somebody to agree to before it begins; none for one that only
 * reads.
 *
 * @throws {CheckError} `invalid_option`
 */
export function gatewayCheckPlan(options: CheckGatewayOptions): readonly string[] {
  const { level, payinAmount, payoutAmount, payoutUpi, controlUrl } = setupOf(options);
  if (level === 'read-only') return [];
  if (level === 'mock') {
    return [
      `It makes merchants and orders of its own at ${controlUrl}, and touches nobody else's.`,
      'It moves the clock of the whole gateway on by about a day: pending orders of others expire.',
      'For a moment it switches maintenance on, the channel off and the USDT rate away, and it lifts the locks of addresses.',
    ];
  }
  const payins = `It makes up to twenty pay-ins, of ${payinAmount} and, to find the limits, of round amounts up to 1,000,000.00, and two payment links. Nobody pays them: they cost nothing, and expire.`;
  if (payoutUpi === undefined) return [payins, 'It makes no withdrawal, so nothing is spent.'];
  const amount = parseAmount(payoutAmount);
  const fee = payoutFee(amount);
  return [
    payins,
    `It makes one withdrawal of ${payoutAmount} to ${payoutUpi}: ${formatAmount(amount + fee)} are debited, the fee of ${formatAmount(fee)} among them.`,
    'It sends the withdrawal again to see that it is not carried out twice: a gateway that gets this wrong debits as much up to three times more.',
  ];
}
