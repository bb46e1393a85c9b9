/** Integer in a query result, a bigint if the columns include money. */
export type Integer = number | bigint;

/** Converts a boolean to an integer, for a database without booleans. */
export function flag(on: boolean): Integer {
  return on ? 1 : 0;
}

/** Reads the value of `flag`, or a boolean. */
export function isOn(value: Integer | boolean): boolean {
  return Number(value) === 1;
}

/** Converts an instant of a row. */
export function instant(value: Integer | null): number | null {
  return value === null ? null : Number(value);
}
