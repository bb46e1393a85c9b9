import { StoreError, type StoreErrorCode } from '../../store/store-error.ts';

/** The SQLSTATE of a server that accepts no writes: a standby, or the former primary after a failover. */
const readOnly = '25006';
/**
 * SQLSTATEs, or classes of SQLSTATEs, of a database that starts, stops, has no free connection or is no longer the
 * primary.
 */
const away = ['08', '57P01', '57P02', '57P03', '57P05', '53300', readOnly];
/**
 * Errors that the gateway's own SQL functions raise: a blocked reset, and a group with a deleted id
 * (`schema/resets.ts`).
 */
const resetHeldUp = 'IG002';
const outcomeForgotten = 'IG003';
/** Error that a group raises if a call is over its rate limit (`schema/admitted.ts`). */
const overLimit = 'IG004';
/** Errors after which a retry may succeed: a serialization failure, a deadlock, or a lock timeout. */
const passing = ['40001', '40P01', '55P03', resetHeldUp];

const pooled = 'uses a transaction pooler without prepared statements: add prepare=false to the URL';

/** SQLSTATEs, or classes of SQLSTATEs, of failures of the store itself. */
const codes: readonly (readonly [prefix: string, code: StoreErrorCode, trouble: string])[] = [
  ['42P05', 'store_unreadable', pooled],
  ['26000', 'store_unreadable', pooled],
  ['28', 'store_unreadable', 'rejected the login: check the user and the password'],
  ['3D000', 'store_unreadable', 'names a database that does not exist'],
  ['42501', 'store_unreadable', 'does not grant this user the required privileges'],
  ['53', 'store_full', 'has no space left; the change was not stored'],
  ['58', 'store_unreadable', 'cannot be read or written'],
  ['XX001', 'store_corrupt', 'is damaged'],
  ['XX002', 'store_corrupt', 'is damaged'],
];

/** Returns PostgreSQL's code of an error, or null for an error from another source. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object)
    ? code
    : null;
}

function troubleOfTls(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'has a certificate for another host name: use the host name of the certificate in the URL';
  if (!code.startsWith('ERR_') && /CERT|ISSUER|SIGNATURE|CRL/.test(code))
    return `has an untrusted certificate (${code}): set sslrootcert to the file with its CA certificate`;
  if (error.message === 'The server does not support SSL connections')
    return 'does not support TLS, but its URL requires it with sslmode';
  return null;
}

/** Describes a certificate or key file of the URL that cannot be read. Returns null for another error. */
function unreadFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // The error of node:fs does not contain the path of the folder.
  if ('code' in error && error.code === 'EISDIR') return 'a folder';
  const isOpening = 'syscall' in error && error.syscall === 'open';
  return isOpening && 'path' in error && typeof error.path === 'string' ? `the file ${error.path}` : null;
}

/** Describes a wrong connection setting, which a retry cannot fix. */
function troubleOfAddress(error: unknown): string | null {
  const file = unreadFile(error);
  if (file !== null) return `cannot be reached because its URL names ${file}, which is unreadable`;
  if (sqlState(error) === '28000' && /no encryption|SSL off/.test((error as Error).message))
    return 'requires TLS: add sslmode=verify-full to the URL';
  return troubleOfTls(error);
}

/** Classes of errors that a new connection cannot fix. */
const defects = [StoreError, TypeError, RangeError, SyntaxError, ReferenceError];

/** Returns true if the connection is broken or was never established, so the outcome is unknown. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return away.some((prefix) => state.startsWith(prefix));
  if (troubleOfAddress(error) !== null) return false;
  return !defects.some((kind) => error instanceof kind);
}

/** Returns true if nothing was stored and a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return passing.includes(sqlState(error) ?? '');
}

/** Returns true if the server accepts no writes. Its data may be outdated after a failover. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === readOnly;
}

/** The error for a connection to a read-only server. A write statement fails with the same error. */
export function noWrites(): Error {
  return Object.assign(new Error('the session is read-only'), { code: readOnly, severity: 'ERROR' });
}

/** Returns true if the outcome of a group can no longer be determined. In this case, the group must not run again. */
export function isForgotten(error: unknown): boolean {
  return sqlState(error) === outcomeForgotten;
}

/** Returns true if the database stored and counted nothing of a group, because a call exceeds its limit. */
export function isOverLimit(error: unknown): boolean {
  return sqlState(error) === overLimit;
}

/** Creates the error of a store whose database is unreachable. */
export function unavailable(name: string, cause?: unknown): StoreError {
  const trouble = isReadOnly(cause)
    ? 'is read-only: the URL must name the primary, with default_transaction_read_only off'
    : 'cannot be reached';
  return new StoreError('store_unavailable', `${name} ${trouble}`, { cause: withoutValues(cause) });
}

function heldUp(name: string, cause: unknown): StoreError {
  if (sqlState(cause) === resetHeldUp)
    return new StoreError(
      'store_busy',
      `Nothing was reset, because ${(cause as Error).message} uses the tables. When that transaction has ended, reset the gateway again.`,
    );
  return new StoreError('store_unavailable', `${name} waited too long for a lock of another transaction`, {
    cause: withoutValues(cause),
  });
}

export function unheard(name: string, cause: unknown): StoreError {
  const message = `${name} does not deliver notifications, so changes of other instances arrive up to a second later. If the URL contains the parameter listen, its value must point to the database itself.`;
  return new StoreError('store_unavailable', message, { cause: withoutValues(cause) });
}

/**
 * Converts a failure of the database to a StoreError. Removes the values from other errors, for example from that of a
 * violated constraint.
 */
export function asStoreError(error: unknown, name: string): unknown {
  if (error instanceof StoreError) return error;
  if (isAway(error)) return unavailable(name, error);
  const trouble = troubleOfAddress(error);
  if (trouble !== null) return new StoreError('store_unreadable', `${name} ${trouble}`, { cause: error });
  const state = sqlState(error) ?? '';
  const found = codes.find(([prefix]) => state.startsWith(prefix));
  const cause = withoutValues(error);
  if (isPassing(error)) return heldUp(name, error);
  if (isForgotten(error))
    return new StoreError(
      'store_unavailable',
      `${name} cannot confirm whether the change was stored because the gateway was paused for too long`,
    );
  if (found === undefined) return cause;
  return new StoreError(found[1], `${name} ${found[2]}`, { cause });
}

/**
 * Removes the details of an error, because PostgreSQL quotes rows in details (`Failing row contains (…)`). No error may
 * contain keys or personal data.
 */
function withoutValues(error: unknown): unknown {
  const state = sqlState(error);
  if (state === null || !(error instanceof Error)) return error;
  const { message } = error;
  // Messages of class 22 quote the invalid value.
  return new Error(state.startsWith('22') ? `the database rejected a value (${state})` : message);
}
