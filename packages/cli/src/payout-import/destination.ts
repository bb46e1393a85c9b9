import { destinations, type Paise, type PayType, payType } from '@inrgate/sdk/protocol';
import type { CsvRow } from '../csv/read-csv.ts';
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

/** Equal for rows that pay the same amount to the same destination, whatever their numbers. */
export function paymentText({ amount, payType: kind, values }: Payment): string {
  const destination = destinationFields[kind].map((name) => values[name]?.toLowerCase());
  return JSON.stringify([String(amount), kind, ...destination]);
}
