import { formatAmount } from '@inrgate/sdk/protocol';
import { type Deposit, merchantReference } from '../../domain/deposit.ts';

/** Deep link of the QR code for UPI apps: the payee, the amount and the order. */
export function upiLink(deposit: Deposit): string {
  return `upi://pay?${upiQuery(deposit)}`;
}

/** The deep link with the scheme of each app that uses its own. */
export function upiAppLinks(deposit: Deposit): readonly (readonly [app: string, link: string])[] {
  const query = upiQuery(deposit);
  return [
    ['Google Pay', `tez://upi/pay?${query}`],
    ['PhonePe', `phonepe://pay?${query}`],
    ['Paytm', `paytmmp://pay?${query}`],
    ['BHIM', `bhim://upi/pay?${query}`],
  ];
}

/** Limits of the linking specification: `tr` has 35 characters, `tn` 50, `pn` 99. */
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

/** A UPI ID with a handle of no bank, so an app that scans the mock by mistake cannot pay. */
function payeeAddress(mchId: string): string {
  const name = mchId
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, 50);
  return `${name.padEnd(2, 'x')}@inrgatemock`;
}

/** Cuts a string by code points, because half a character cannot be encoded. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
