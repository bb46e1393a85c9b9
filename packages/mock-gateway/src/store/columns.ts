import type { Value } from './database.ts';

/** Columns of a query result, derived from the function that creates a row. Every integer is a bigint. */
export type RowOf<ToRow extends (...parameters: never) => object> = {
  readonly [Column in keyof ReturnType<ToRow>]: Read<ReturnType<ToRow>[Column]>;
};

type Read<Column> = Column extends number ? bigint : Column;

/** A row with the number that the database assigns. */
export type Numbered<Row> = Row & { readonly seq: bigint };

/** Converts a boolean to a column. */
export function flag(on: boolean): number {
  return on ? 1 : 0;
}

/** Converts an instant of a row to epoch milliseconds. */
export function instant(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

/** A WHERE clause of conditions, each with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}
