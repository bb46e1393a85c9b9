import { StoreError, type StoreErrorCode } from '../../store/store-error.ts';

/** The SQLSTATE of a server that takes no writes: a standby, or the primary of before a failover. */
const readOnly = '25006';
/**
 * SQLSTATEs, or classes of them, of a database that is away: it stops, starts, has no connection left, or another server is
 * the primary now.
 */
const away = ['08', '57P01', '57P02', '57P03', '57P05', '53300', readOnly];
/** Our own: a reset that others held up, and a group whose id was forgotten (`schema/resets.ts`). */
const resetHeldUp = 'IG002';
const outcomeForgotten = 'IG003';
/** Of what would go well if it were tried again: a serialization failure, a deadlock, a lock that was waited for too long. */
const passing = ['40001', '40P01', '55P03', resetHeldUp];

const pooled =
  'is behind a pooler that hands connections on from transaction to transaction, and no prepared statements: add prepare=false to the address';

/** SQLSTATEs, or classes of them, that are the store's own trouble. */
const codes: readonly (readonly [prefix: string, code: StoreErrorCode, trouble: string])[] = [
  ['42P05', 'store_unreadable', pooled],
  ['26000', 'store_unreadable', pooled],
  ['28', 'store_unreadable', 'does not let this user in; are user and password right?'],
  ['3D000', 'store_unreadable', 'is a database that does not exist'],
  ['42501', 'store_unreadable', 'does not give this user the rights that it needs'],
  ['53', 'store_full', 'has no room left; nothing of this change was stored'],
  ['58', 'store_unreadable', 'cannot be read or written'],
  ['XX001', 'store_corrupt', 'is damaged'],
  ['XX002', 'store_corrupt', 'is damaged'],
];

/** PostgreSQL's own code for an error; null for one that did not come from it. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object)
    ? code
    : null;
}

/** What node:tls and the driver say of a server that is there, and is not the one that the address means. */
function troubleOfTls(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'shows a certificate that is for another name';
  if (!code.startsWith('ERR_') && /CERT|ISSUER|SIGNATURE|CRL/.test(code))
    return `shows a certificate that is not trusted (${code}); sslrootcert names the file with the one that signed it`;
  if (error.message === 'The server does not support SSL connections')
    return 'speaks no TLS, which its address asks for with sslmode';
  return null;
}

/** What the address names as a file, with a certificate or a key in it. */
function unreadFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Which one node:fs does not say.
  if ('code' in error && error.code === 'EISDIR') return 'a folder';
  const isOpening = 'syscall' in error && error.syscall === 'open';
  return isOpening && 'path' in error && typeof error.path === 'string' ? `the file ${error.path}` : null;
}

/** What is wrong with how the database is to be reached, for people: it does not go away by waiting. */
function troubleOfAddress(error: unknown): string | null {
  const file = unreadFile(error);
  if (file !== null) return `is to be reached with ${file}, which cannot be read`;
  if (sqlState(error) === '28000' && /no encryption|SSL off/.test((error as Error).message))
    return 'lets nobody in without TLS: add sslmode=verify-full to the address';
  return troubleOfTls(error);
}

/** Errors that no connection brings. */
const defects = [StoreError, TypeError, RangeError, SyntaxError, ReferenceError];

/** Whether the connection is broken or was never made, so that it is unknown what became of what was asked. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return away.some((prefix) => state.startsWith(prefix));
  if (troubleOfAddress(error) !== null) return false;
  return !defects.some((kind) => error instanceof kind);
}

/** Whether nothing was stored, and the same may go well now. */
export function isPassing(error: unknown): boolean {
  return passing.includes(sqlState(error) ?? '');
}

/** Whether the server takes no writes, so that what it reads may be of before a failover. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === readOnly;
}

/** The error of a connection to such a server, as a statement that writes would get it. */
export function noWrites(): Error {
  return Object.assign(new Error('the session is read-only'), { code: readOnly, severity: 'ERROR' });
}

/** Whether nobody knows any more what became of a group, which must not be run again then. */
export function isForgotten(error: unknown): boolean {
  return sqlState(error) === outcomeForgotten;
}

/** What a store answers whose database is away. */
export function unavailable(name: string, cause?: unknown): StoreError {
  const trouble = isReadOnly(cause)
    ? 'is read-only: the URL must name the primary, with default_transaction_read_only off'
    : 'cannot be reached';
  return new StoreError('store_unavailable', `${name} ${trouble}`, { cause: withoutValues(cause) });
}

/** The same, where others have held what was needed for as long as anybody waits. */
function heldUp(name: string, cause: unknown): StoreError {
  if (sqlState(cause) === resetHeldUp)
    return new StoreError(
      'store_busy',
      `Nothing was reset, because ${(cause as Error).message} uses the tables. Reset again when that transaction has ended.`,
    );
  return new StoreError('store_unavailable', `${name} is held up by what others have locked`, {
    cause: withoutValues(cause),
  });
}

/** What is told where nobody can listen. */
export function unheard(name: string, cause: unknown): StoreError {
  const message = `${name} cannot be listened to: what other gateways do is seen up to a second later. If the address has listen, is it the database itself?`;
  return new StoreError('store_unavailable', message, { cause: withoutValues(cause) });
}

/** What a store that was closed answers. */
export function storeClosed(name: string): StoreError {
  return new StoreError('store_closed', `${name} is closed, as its gateway is`);
}

/** A StoreError for the database's own troubles; everything else, a broken constraint for one, without the values in it. */
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
      `${name} does not know any more whether the change was stored: the gateway stood still for too long`,
    );
  if (found === undefined) return cause;
  return new StoreError(found[1], `${name} ${found[2]}`, { cause });
}

/** PostgreSQL's details quote rows (`Failing row contains (…)`), and keys and personal data are in no error. */
function withoutValues(error: unknown): unknown {
  const state = sqlState(error);
  if (state === null || !(error instanceof Error)) return error;
  const { message } = error;
  // Messages of class 22 quote what could not be read.
  return new Error(state.startsWith('22') ? `the database takes no such value (${state})` : message);
}
