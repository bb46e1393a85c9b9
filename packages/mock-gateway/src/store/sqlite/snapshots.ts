import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Snapshot, StoredClock } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { type Db, openImage, replaceTables } from './database.ts';
import { schemaVersion } from './schema.ts';

interface Shelf {
  list(): readonly Snapshot[];
  put(snapshot: Snapshot, image: Buffer): void;
  remove(name: string): boolean;
  /** Calls `use` with the path of a file that contains the copy. The copy must exist. */
  withFile(name: string, use: (file: string) => void): void;
}

/** Creates named copies of a whole database. Each call is one step between two commits. */
export function snapshotsOf(db: Db) {
  const shelf = db.memory ? inMemory() : inFolder(`${db.name}.snapshots`);
  const counts = ['deposits', 'payouts'].map((table) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(),
  );
  return {
    list: () => shelf.list().toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    save(name: string, createdAt: number, clock: StoredClock): Snapshot {
      const snapshot = {
        name,
        createdAt,
        orders: counts.reduce((sum, count) => sum + Number(count.get()), 0),
      };
      shelf.put(snapshot, imageWith(db, clock));
      return snapshot;
    },
    remove: (name: string) => shelf.remove(name),
    restore(name: string): boolean {
      if (!shelf.list().some((snapshot) => snapshot.name === name)) return false;
      shelf.withFile(name, (file) => restoreFrom(db, file, name));
      return true;
    },
  };
}

/** The bytes of a database file that needs no write-ahead log (sqlite.org/fileformat2, 1.3.3). */
function imageOf(db: Db): Buffer {
  const image = db.serialize();
  image[18] = 1;
  image[19] = 1;
  return image;
}

/** Returns the bytes of the database with this clock. If no clock was stored, the bytes contain no clock. */
function imageWith(db: Db, { offset, frozenAt }: StoredClock): Buffer {
  const image = imageOf(db);
  const other = db.prepare('SELECT 1 FROM clock WHERE (offset, frozen_at) IS NOT (?, ?)');
  if (other.get(offset, frozenAt) === undefined) return image;
  const copy = openImage(image);
  try {
    copy.prepare('UPDATE clock SET offset = ?, frozen_at = ?').run(offset, frozenAt);
    return imageOf(copy);
  } finally {
    copy.close();
  }
}

function restoreFrom(db: Db, file: string, name: string): void {
  db.prepare('ATTACH ? AS snapshot').run(file);
  try {
    const version = Number(db.pragma('snapshot.user_version', { simple: true }));
    if (version !== schemaVersion) {
      throw new StoreError(
        'store_version',
        `the snapshot ${name} uses store version ${version}, but this gateway uses version ${schemaVersion}; save the snapshot again`,
      );
    }
    replaceTables(db, 'snapshot');
  } finally {
    db.exec('DETACH snapshot');
  }
}

function inMemory(): Shelf {
  const kept = new Map<string, { readonly snapshot: Snapshot; readonly image: Buffer }>();
  return {
    list: () => [...kept.values()].map(({ snapshot }) => snapshot),
    put: (snapshot, image) => void kept.set(snapshot.name, { snapshot, image }),
    remove: (name) => kept.delete(name),
    withFile(name, use) {
      // SQLite can attach only files.
      const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-snapshot-'));
      try {
        const file = path.join(folder, 'snapshot.db');
        writeFileSync(file, kept.get(name)?.image ?? Buffer.alloc(0), { mode: 0o600 });
        use(file);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Copies in a folder. Each copy is a database and its description. The description is written last, so a copy with a
 * description is complete.
 */
function inFolder(folder: string): Shelf {
  const database = (name: string) => path.join(folder, `${name}.db`);
  const description = (name: string) => path.join(folder, `${name}.json`);
  const written = (file: string, content: Buffer | string) => {
    writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  };
  const list = (): readonly Snapshot[] =>
    filesIn(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const remove = (name: string): boolean => {
    const isThere = list().some((snapshot) => snapshot.name === name);
    for (const file of [description(name), database(name)]) rmSync(file, { force: true });
    return isThere;
  };
  return {
    list,
    remove,
    put(snapshot, image) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      remove(snapshot.name);
      written(database(snapshot.name), image);
      written(description(snapshot.name), JSON.stringify(snapshot));
    },
    withFile: (name, use) => use(database(name)),
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
