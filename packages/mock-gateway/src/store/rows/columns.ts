/** Integers that are read come as bigint where money may be among them. */
export type Integer = number | bigint;

/** Integers stand for booleans where the database has none. */
export function flag(on: boolean): Integer {
  return on ? 1 : 0;
}

/** Value of `flag`, or a boolean of a database that has them. */
export function isOn(value: Integer | boolean): boolean {
  return Number(value) === 1;
}

/** An instant, or null. */
export function instant(value: Integer | null): number | null {
  return value === null ? null : Number(value);
}
