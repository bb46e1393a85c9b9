/** Integers in query results. They are bigint if the columns include money. */
export type Integer = number | bigint;

/** Integers replace booleans in a database without them. */
export function flag(on: boolean): Integer {
  return on ? 1 : 0;
}

/** Value of `flag`, or a boolean of a database that supports it. */
export function isOn(value: Integer | boolean): boolean {
  return Number(value) === 1;
}

/** An instant, or null. */
export function instant(value: Integer | null): number | null {
  return value === null ? null : Number(value);
}
