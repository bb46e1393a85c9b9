import { ConfigurationError } from '../../errors/errors.ts';

/** Options for the duration of claims. */
export interface LeaseOptions {
  /**
   * Milliseconds after which another process can take over the claim of a dead process. Set a longer time than your
   * function needs. Default 300,000. The gateway's first retry, after a minute, finds the claim busy. The second retry,
   * five minutes later, can take over the claim (spec: Delivery rules 3).
   */
  readonly lease?: number | undefined;
}

/** Options of a store in an SQL database. */
export interface SqlStoreOptions extends LeaseOptions {
  /** Name of the table, or `schema.table`, in lower-case letters, digits and `_`. Default `inrgate_callbacks`. */
  readonly table?: string | undefined;
}

/** One day in milliseconds. The six attempts of a delivery take more than seven hours (spec: Delivery rules 3). */
export const leastKeepFor = 86_400_000;

/**
 * Returns the lease in milliseconds, or its default.
 *
 * @throws {ConfigurationError} unless the lease is a whole number above zero
 */
export function checkedLease({ lease = 300_000 }: LeaseOptions): number {
  return checkedMs(lease, { name: 'lease', least: 1 });
}

/**
 * Milliseconds for which the store keeps completed callbacks.
 *
 * @throws {ConfigurationError} unless the duration is a whole number of milliseconds and at least one day
 */
export function checkedKeepFor(keepFor: number): number {
  return checkedMs(keepFor, { name: 'keepFor', least: leastKeepFor });
}

function checkedMs(value: number, { name, least }: { name: string; least: number }): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new ConfigurationError(`${name} must be a whole number of milliseconds, at least ${least}`);
}

const identifier = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * The quoted table name. SQL statements accept no parameters for names, so the name must be plain.
 *
 * @throws {ConfigurationError}
 */
export function quotedTable({ table = 'inrgate_callbacks' }: SqlStoreOptions): string {
  const parts = typeof table === 'string' ? table.split('.') : [''];
  if (parts.length > 2 || !parts.every((part) => identifier.test(part))) {
    throw new ConfigurationError(
      'table must be a name or schema.name, and each name at most 63 lower-case letters, digits and _',
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}
