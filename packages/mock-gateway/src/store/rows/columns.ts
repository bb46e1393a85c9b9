/** Integer in a query result. It is a bigint if the columns include money. */
export type Integer = number | bigint;

/** Converts a boolean to an integer, for a database without booleans. */
export function flag(on: boolean): Integer {
  return on ? 1 : 0;
}

/** Reads the value of `flag`, or a boolean. */
export function isOn(value: Integer | boolean): boolean {
  return Number(value) === 1;
}

/** An instant, or null. */
export function instant(value: Integer | null): number | null {
  return value === null ? null : Number(value);
}
