/** Errors of the store. The names are stable. */
export type StoreErrorCode =
  /** Another process, or another gateway in this process, uses the file. */
  | 'store_locked'
  /** The store has the tables of another version, older or newer. */
  | 'store_version'
  /** The store is damaged, or does not belong to this program. */
  | 'store_corrupt'
  /** The file cannot be opened, read or written: missing folder, missing permission, failing disk. */
  | 'store_unreadable'
  /** The disk is full. No part of the change was stored. */
  | 'store_full'
  /** A reset came first. No part of the change was stored. */
  | 'store_reset'
  /** The store was closed with its gateway. */
  | 'store_closed'
  /** The driver of the database is not installed, or does not load on this machine. */
  | 'store_driver_missing'
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

/** Creates the error of a closed store. */
export function storeClosed(name: string): StoreError {
  return new StoreError('store_closed', `${name} is closed because its gateway is closed`);
}
