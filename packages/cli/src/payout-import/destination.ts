import { destinations, type PayType, payType } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CsvRow } from '../batch/read-csv.ts';
import { destinationFields } from '../input/destination-fields.ts';

/** The kinds of destination. */
export const payTypes: readonly PayType[] = payType.options;

/** The kinds that a row names: the one it says, or all that its fields tell. None where it says what is none. */
export function namedPayTypes(values: CsvRow['values']): readonly PayType[] {
  const said = values['payType'];
  if (said !== undefined) return payTypes.filter((kind) => kind === said);
  return payTypes.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && values[name] !== undefined),
  );
}

interface Payment {
  readonly amount: Paise;
  readonly payType: PayType;
  readonly values: CsvRow['values'];
}

/** Fields of a bank account that can be spelled otherwise without paying another one. */
const descriptions: ReadonlySet<string> = new Set(['bankCode', 'accountName']);

/** Equal for rows that pay the same amount to the same destination, whatever their numbers and descriptions. */
export function paymentText(payment: Payment): string {
  return textOf(payment, (name) => !descriptions.has(name));
}

/** The text of earlier versions, which includes the descriptions. */
export function describedPaymentText(payment: Payment): string {
  return textOf(payment, () => true);
}

function textOf({ amount, payType: kind, values }: Payment, isPart: (name: string) => boolean): string {
  const destination = destinationFields[kind].filter(isPart).map((name) => values[name]?.toLowerCase());
  return JSON.stringify([String(amount), kind, ...destination]);
}
