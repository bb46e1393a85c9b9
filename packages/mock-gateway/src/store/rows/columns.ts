/** Integer in a query result. It is a bigint if the columns of the query include money. */
export type Integer = number | bigint;

/** Converts a boolean to an integer, for a database without booleans. */
export function flag(on: boolean): Integer {
  return on ? 1 : 0;
}

/** Reads a boolean, or an integer that `flag` created. */
export function isOn(value: Integer | boolean): boolean {
  return Number(value) === 1;
}

/** Converts an instant of a row to epoch milliseconds. */
export function instant(value: Integer | null): number | null {
  return value === null ? null : Number(value);
}
