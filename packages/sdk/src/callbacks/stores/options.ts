import { ConfigurationError } from '../../errors/configuration-error.ts';

/** How long a claim is held. */
export interface LeaseOptions {
  /**
   * Milliseconds until another process can take over the claim of a process that died; longer than your function ever
   * takes. Default 300,000: the gateway's first retry, after a minute, finds the claim held. The second, five minutes
   * later, can take it over (spec: Delivery rules 3).
   */
  readonly lease?: number | undefined;
}

/** How a store in an SQL database is set up. */
export interface SqlStoreOptions extends LeaseOptions {
  /** The table, also as `schema.table`: small letters, digits and `_`. Default `inrgate_callbacks`. */
  readonly table?: string | undefined;
}

/** A day: the six attempts of a delivery already take over seven hours (spec: Delivery rules 3). */
export const leastKeepFor = 86_400_000;

/**
 * The lease, or its default.
 *
 * @throws {ConfigurationError} unless it is a whole number of milliseconds above zero
 */
export function checkedLease({ lease = 300_000 }: LeaseOptions): number {
  return checkedMs(lease, { name: 'lease', least: 1 });
}

/**
 * How long what is done is remembered.
 *
 * @throws {ConfigurationError} unless it is a whole number of milliseconds of at least a day
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
 * The table's name as SQL. It cannot be a parameter of a statement, so it must be plain.
 *
 * @throws {ConfigurationError}
 */
export function quotedTable({ table = 'inrgate_callbacks' }: SqlStoreOptions): string {
  const parts = String(table).split('.');
  if (parts.length > 2 || !parts.every((part) => identifier.test(part))) {
    throw new ConfigurationError(
      'table must be a name, or schema.table, of small letters, digits and _, 63 at most each',
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}
