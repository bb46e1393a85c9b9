import type { Paise, PayType } from '@inrgate/sdk/protocol';
import type { CsvRow } from '../csv/read-csv.ts';

/** The fields that a kind of destination cannot do without (spec: POST payout, Rules). */
export const destinationFields = {
  bank: ['bankCode', 'accountName', 'accountNumber', 'ifsc'],
  upi: ['upiId'],
  usdt: ['usdtAddress'],
} as const satisfies Record<PayType, readonly string[]>;

/** The fields whose presence tells the kind when `payType` is left out (reading: Parameters, `payType` omitted). */
const tellingFields = {
  bank: ['accountNumber', 'ifsc'],
  upi: ['upiId'],
  usdt: ['usdtAddress'],
} as const satisfies Record<PayType, readonly string[]>;

export const payTypes = ['bank', 'upi', 'usdt'] as const satisfies readonly PayType[];

/** The kinds that a row names: the one it says, or all that its fields tell. None where it says what is none. */
export function namedPayTypes(values: CsvRow['values']): readonly PayType[] {
  const said = values['payType'];
  if (said !== undefined) return payTypes.filter((payType) => payType === said);
  return payTypes.filter((payType) => tellingFields[payType].some((name) => values[name] !== undefined));
}

interface Payment {
  readonly amount: Paise;
  readonly payType: PayType;
  readonly values: CsvRow['values'];
}

/** Equal for rows that pay the same amount to the same destination, whatever their numbers. */
export function paymentText({ amount, payType, values }: Payment): string {
  const destination = destinationFields[payType].map((name) => values[name]?.toLowerCase());
  return JSON.stringify([String(amount), payType, ...destination]);
}
