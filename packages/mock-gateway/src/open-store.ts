import { ConfigurationError } from './configuration/configuration-error.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

/** Opens the store of a gateway: a database file, or memory without a file. */
export type OpenStore = (db: string | undefined) => Store;

/**
 * Opens the store that the option `db` specifies.
 *
 * @throws {StoreError} for an unusable file. The file stays unchanged
 * @throws {ConfigurationError} for a URL
 */
export const openStoreOf: OpenStore = (db) => {
  if (db !== undefined && isUrl(db))
    throw new ConfigurationError(
      'db',
      'must be the name of a file, not the URL of a database server; leave it out to keep all data in memory',
    );
  return openStore(db ?? null);
};

/**
 * Returns whether the string is a URL, or was meant as a URL, for example in quotation marks. Such a string is never
 * used as a file name or shown, because it can contain a password. A single letter is a drive.
 */
function isUrl(db: string): boolean {
  return /[a-z\d+.-]{2}:\/\/|^postgres(?:ql)?:/i.test(db);
}
