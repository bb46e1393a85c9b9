import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** SQLite's result codes that are the store's own trouble; `SQLITE_IOERR_WRITE` counts as `SQLITE_IOERR`. */
const codes: readonly (readonly [prefix: string, code: StoreErrorCode, trouble: string])[] = [
  ['SQLITE_BUSY', 'store_locked', 'is in use by another gateway; stop it or choose another file'],
  ['SQLITE_LOCKED', 'store_locked', 'is in use by another gateway; stop it or choose another file'],
  ['SQLITE_NOTADB', 'store_corrupt', 'is not a store of this gateway, and was left as it is'],
  ['SQLITE_CORRUPT', 'store_corrupt', 'is damaged, and was left as it is'],
  ['SQLITE_FULL', 'store_full', 'has no room left; nothing of this change was stored'],
  [
    'SQLITE_CANTOPEN',
    'store_unreadable',
    'cannot be opened; does its folder exist, and may it be written to?',
  ],
  ['SQLITE_READONLY', 'store_unreadable', 'cannot be written to'],
  ['SQLITE_PERM', 'store_unreadable', 'cannot be written to'],
  ['SQLITE_AUTH', 'store_unreadable', 'cannot be written to'],
  ['SQLITE_IOERR', 'store_unreadable', 'cannot be read or written'],
];

/** What a store that was closed answers; SQLite itself would say it with a TypeError. */
export function storeClosed(name: string): StoreError {
  return new StoreError('store_closed', `${name} is closed, as its gateway is`);
}

/** What an error of SQLite says of the store, as what follows its name in a sentence; undefined for a broken constraint, say. */
export function troubleOf(
  error: unknown,
): { readonly code: StoreErrorCode; readonly trouble: string } | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const found = codes.find(([prefix]) => error.code === prefix || error.code.startsWith(`${prefix}_`));
  if (found === undefined) return undefined;
  const [, code, trouble] = found;
  return { code, trouble };
}

/** A StoreError for SQLite's own troubles; everything else, a broken constraint for one, as it is. */
export function asStoreError(error: unknown, name: string): unknown {
  const found = troubleOf(error);
  return found === undefined
    ? error
    : new StoreError(found.code, `${name} ${found.trouble}`, { cause: error });
}
