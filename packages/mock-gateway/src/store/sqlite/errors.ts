import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** End of a message about a file that cannot be opened. The message begins with the name of the file. */
export const notOpened = 'cannot be opened; check that its folder exists and is writable';

/** SQLite's result codes for failures of the store. `SQLITE_IOERR_WRITE` counts as `SQLITE_IOERR`. */
const codes: readonly (readonly [prefix: string, code: StoreErrorCode, trouble: string])[] = [
  ['SQLITE_BUSY', 'store_locked', 'is in use by another gateway; stop that gateway or choose another file'],
  ['SQLITE_LOCKED', 'store_locked', 'is in use by another gateway; stop that gateway or choose another file'],
  ['SQLITE_NOTADB', 'store_corrupt', 'is not a gateway store; the file is unchanged'],
  ['SQLITE_CORRUPT', 'store_corrupt', 'is damaged; the file is unchanged'],
  ['SQLITE_FULL', 'store_full', 'has no space left; the change was not stored'],
  ['SQLITE_CANTOPEN', 'store_unreadable', notOpened],
  ['SQLITE_READONLY', 'store_unreadable', 'cannot be written to; check its permissions'],
  ['SQLITE_PERM', 'store_unreadable', 'cannot be written to; check its permissions'],
  ['SQLITE_AUTH', 'store_unreadable', 'cannot be written to; check its permissions'],
  ['SQLITE_IOERR', 'store_unreadable', 'cannot be read or written'],
];

/**
 * Describes an SQLite error, without the name of the store. Returns undefined for an error of a statement, for example
 * a violated constraint.
 */
function troubleOf(error: unknown): { readonly code: StoreErrorCode; readonly trouble: string } | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const found = codes.find(([prefix]) => error.code === prefix || error.code.startsWith(`${prefix}_`));
  if (found === undefined) return undefined;
  const [, code, trouble] = found;
  return { code, trouble };
}

export function asStoreError(error: unknown, name: string): unknown {
  const found = troubleOf(error);
  return found === undefined
    ? error
    : new StoreError(found.code, `${name} ${found.trouble}`, { cause: error });
}

/**
 * Converts an error to a StoreError if SQLite's native library does not load, for example with an old glibc. Returns
 * any other error unchanged.
 */
export function asLibraryError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ERR_DLOPEN_FAILED' && code !== 'MODULE_NOT_FOUND') return error;
  const message = `SQLite's library does not load on this machine (${process.platform}-${process.arch}). It needs x64 or arm64, and macOS, Windows, or Linux with glibc 2.34 or musl`;
  return new StoreError('store_driver_missing', message, { cause: error });
}
