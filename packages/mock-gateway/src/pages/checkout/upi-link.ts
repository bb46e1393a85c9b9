import { formatAmount } from '@inrgate/sdk/protocol';
import { type Deposit, merchantReference } from '../../domain/deposit.ts';

/** Deep link of the QR code for UPI apps: the payee, the amount and the order. */
export function upiLink(deposit: Deposit): string {
  return `upi://pay?${upiQuery(deposit)}`;
}

/** The deep link for each app that uses its own URL scheme. */
export function upiAppLinks(deposit: Deposit): readonly (readonly [app: string, link: string])[] {
  const query = upiQuery(deposit);
  return [
    ['Google Pay', `tez://upi/pay?${query}`],
    ['PhonePe', `phonepe://pay?${query}`],
    ['Paytm', `paytmmp://pay?${query}`],
    ['BHIM', `bhim://upi/pay?${query}`],
  ];
}

/** Maximum lengths of the linking specification: 35 characters for `tr`, 50 for `tn`, and 99 for `pn`. */
const longest = { pn: 99, tr: 35, tn: 50 } as const;

function upiQuery(deposit: Deposit): string {
  const fields = [
    ['pa', payeeAddress(deposit.mchId)],
    ['pn', cut(deposit.mchId, longest.pn)],
    ['tr', cut(deposit.orderNo, longest.tr)],
    ['am', formatAmount(deposit.amount)],
    ['cu', 'INR'],
    ['tn', cut(`Order ${merchantReference(deposit) ?? deposit.orderNo}`, longest.tn)],
  ] as const;
  // UPI apps require a space as %20, but URLSearchParams writes a plus.
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** A UPI ID whose handle belongs to no bank. An app that scans the code of the mock by mistake therefore cannot pay. */
function payeeAddress(mchId: string): string {
  const name = mchId
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, 50);
  return `${name.padEnd(2, 'x')}@inrgatemock`;
}

/** Truncates a string to code points, because half a surrogate pair cannot be encoded. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
