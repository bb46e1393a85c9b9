/** Errors of the store. The names are stable. */
export type StoreErrorCode =
  /** Another process, or another gateway in this process, uses the file. */
  | 'store_locked'
  /** Another version of the gateway, older or newer, wrote the file. */
  | 'store_version'
  /** The store is damaged, or does not belong to this program. */
  | 'store_corrupt'
  /** The file cannot be opened, read or written: missing folder, missing permission, failing disk. */
  | 'store_unreadable'
  /** The disk is full. Nothing of the turn was stored. */
  | 'store_full'
  /** The store was closed with its gateway. */
  | 'store_closed'
  /** The cursor is not from a page of this list. */
  | 'invalid_cursor';

/** The store cannot work. `code` is stable. The message contains the file and the fix. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** Stable code. */
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const inUse = 'is in use by another gateway; stop that gateway or choose another file';
const notWritable = 'cannot be written to; check its permissions';
/** End of a message about a file that cannot be opened. The message begins with the name of the file. */
export const notOpened = 'cannot be opened; check that its folder exists and is writable';

/** SQLite's primary result codes (sqlite.org/rescode) that mean a failure of the store. */
const troubles: ReadonlyMap<number, readonly [code: StoreErrorCode, trouble: string]> = new Map([
  [3, ['store_unreadable', notWritable]], // SQLITE_PERM
  [5, ['store_locked', inUse]], // SQLITE_BUSY
  [6, ['store_locked', inUse]], // SQLITE_LOCKED
  [8, ['store_unreadable', notWritable]], // SQLITE_READONLY
  [10, ['store_unreadable', 'cannot be read or written']], // SQLITE_IOERR
  [11, ['store_corrupt', 'is damaged; the file is unchanged']], // SQLITE_CORRUPT
  [13, ['store_full', 'has no space left; the change was not stored']], // SQLITE_FULL
  [14, ['store_unreadable', notOpened]], // SQLITE_CANTOPEN
  [23, ['store_unreadable', notWritable]], // SQLITE_AUTH
  [26, ['store_corrupt', 'is not a gateway store; the file is unchanged']], // SQLITE_NOTADB
]);

/** Converts a failure of SQLite to a StoreError. Returns any other error, for example a violated CHECK, unchanged. */
export function asStoreError(error: unknown, name: string): unknown {
  const resultCode = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const [code, trouble] = troubles.get(resultCode) ?? [];
  return code === undefined ? error : new StoreError(code, `${name} ${trouble}`, { cause: error });
}
