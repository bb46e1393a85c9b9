/** Integer in a query result. It is a bigint if the columns of the query include money. */
export type Integer = number | bigint;

/**
 * Columns of a query result, derived from the function that creates a row. A result can contain integers as bigint, and
 * booleans that `flag` has not created.
 */
export type RowOf<ToRow extends (...parameters: never) => object> = {
  readonly [Column in keyof ReturnType<ToRow>]: Read<ReturnType<ToRow>[Column]>;
};

/** A row with the number that the database assigns. */
export type Numbered<Row> = Row & { readonly seq: Integer };

type Read<Value> = Value extends number ? Integer : Value;

/** Converts a boolean to an integer, for a database without booleans. */
export function flag(on: boolean): Integer | boolean {
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
