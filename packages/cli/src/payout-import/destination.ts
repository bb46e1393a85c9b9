import { destinations, type PayType, payType } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CsvRow } from '../batch/read-csv.ts';
import { destinationFields } from '../input/destination-fields.ts';

export const payTypes: readonly PayType[] = payType.options;

/**
 * Returns the kind of a row's destination by its `payType`, or all kinds whose fields are set. Returns none for an
 * unknown `payType`.
 */
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

/** Fields of a bank account whose spelling can vary without changing the payee. */
const descriptions: ReadonlySet<string> = new Set(['bankCode', 'accountName']);

/** Joins the amount and the destination in one string, without order numbers and descriptions. */
export function paymentText({ amount, payType: kind, values }: Payment): string {
  const destination = destinationFields[kind]
    .filter((name) => !descriptions.has(name))
    .map((name) => values[name]?.toLowerCase());
  return JSON.stringify([String(amount), kind, ...destination]);
}
