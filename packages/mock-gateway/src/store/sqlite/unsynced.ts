import type { Db } from './database.ts';

/**
 * Runs work with the mode NORMAL, in which SQLite syncs the log only at a checkpoint (sqlite.org/pragma, synchronous).
 */
export async function unsynced<T>(db: Db, flush: () => void, work: () => Promise<T>): Promise<T> {
  flush();
  db.pragma('synchronous = NORMAL');
  try {
    return await work();
  } finally {
    if (db.open) {
      flush();
      // Set FULL before the checkpoint, because a full disk can make the checkpoint fail.
      db.pragma('synchronous = FULL');
      db.pragma('wal_checkpoint(TRUNCATE)');
    }
  }
}
