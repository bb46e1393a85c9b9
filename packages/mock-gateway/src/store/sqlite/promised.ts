import { storeClosed } from '../store-error.ts';
import type { Db } from './database.ts';
import { asStoreError } from './errors.ts';

/** The functions of a port without promises. SQLite is synchronous. */
export type Sync<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...parameters: infer Parameters) => Promise<infer Answer>
    ? (...parameters: Parameters) => Answer
    : never;
};

/** Adds promises to a port, and converts SQLite's errors to StoreErrors. */
export function promised<Port extends object>(
  functions: Sync<Port>,
  { db, name }: { readonly db: Db; readonly name: string },
): Port {
  const entries = Object.entries<(...parameters: unknown[]) => unknown>(functions as Record<string, never>);
  const wrapped = entries.map(([key, answer]) => [
    key,
    async (...parameters: unknown[]) => {
      if (!db.open) throw storeClosed(name);
      try {
        return answer(...parameters);
      } catch (error) {
        throw asStoreError(error, name);
      }
    },
  ]);
  return Object.fromEntries(wrapped);
}
