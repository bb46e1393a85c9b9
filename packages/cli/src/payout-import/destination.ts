import { destinations, type PayType, payType } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CsvRow } from '../batch/read-csv.ts';
import { destinationFields } from '../input/destination-fields.ts';

export const payTypes: readonly PayType[] = payType.options;

/** Kinds of a row's destination: its `payType`, or all kinds of its fields. An unknown `payType` has none. */
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

/** Fields of a bank account that can vary in spelling without changing the payee. */
const descriptions: ReadonlySet<string> = new Set(['bankCode', 'accountName']);

/** String of the amount and destination, without order numbers and descriptions. */
export function paymentText({ amount, payType: kind, values }: Payment): string {
  const destination = destinationFields[kind]
    .filter((name) => !descriptions.has(name))
    .map((name) => values[name]?.toLowerCase());
  return JSON.stringify([String(amount), kind, ...destination]);
}
