/** Errors of the store. The names are stable. */
export type StoreErrorCode =
  /** Another process, or another gateway in this process, has the file open. */
  | 'store_locked'
  /** It was written by a newer version. */
  | 'store_newer'
  /** It is damaged, or not a store of this program. */
  | 'store_corrupt'
  /** The file cannot be opened, read or written: no such folder, no permission, a failing disk. */
  | 'store_unreadable'
  /** The disk is full. Nothing of the change was stored. */
  | 'store_full'
  /** The database cannot be reached now. It is unknown whether the change was or will be stored. */
  | 'store_unavailable'
  /** Other sessions use a table that a reset must empty. Nothing was changed. The message names the sessions. */
  | 'store_busy'
  /** A reset, perhaps by another instance, came first. Nothing of the change was stored. */
  | 'store_reset'
  /** The store was closed with its gateway. */
  | 'store_closed'
  /** The driver of the database is not installed, or does not load on this machine. */
  | 'store_driver_missing'
  /** The cursor does not come from a page of this list. */
  | 'invalid_cursor';

/**
 * The store cannot do its work. `code` is stable. The message names the file or the database, and the fix.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** Lets a program distinguish a file in use from a damaged or a newer one. */
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** True if the database is temporarily unable to respond, so that the call may be retried. */
export function isAway(error: unknown): boolean {
  return error instanceof StoreError && ['store_unavailable', 'store_busy'].includes(error.code);
}

/** Cause of a blocked reset, for messages; null for every other error. */
export function whoIsInTheWay(error: unknown): string | null {
  return error instanceof StoreError && error.code === 'store_busy' ? error.message : null;
}
