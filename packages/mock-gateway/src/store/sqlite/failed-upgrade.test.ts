import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inFrontOfStatements } from '../../../test/scenarios/statements.ts';
import { StoreError } from '../store-error.ts';
import { versions } from './schema.ts';
import { openStore } from './sqlite-store.ts';

const latest = versions.length;
const olderVersions = Array.from({ length: latest - 1 }, (_, index) => index + 1);

interface OldFile {
  readonly folder: string;
  readonly file: string;
}

/** Creates a file of an older version that contains a merchant. */
function written(version: number, journal: 'delete' | 'wal'): OldFile {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'store.db');
  const db = new Database(file);
  db.pragma(`journal_mode = ${journal}`);
  for (const statements of versions.slice(0, version)) db.exec(statements);
  db.exec(
    `INSERT INTO merchants (mch_id, mch_key, mch_secret, callback_format, ip_allow_list, inr_enabled, usdt_enabled,
       suspended, payin_min, payin_max, payout_min, payout_max, payout_daily)
     VALUES ('M', 'a key', 'a secret', 'json', '[]', 1, 1, 0, 1, 2, 1, 2, 2)`,
  );
  db.pragma(`application_id = ${0x494e5247}`);
  db.pragma(`user_version = ${version}`);
  db.close();
  return { folder, file };
}

/** Splits SQL into statements. A trigger is one statement. */
function statementsOf(sql: string): readonly string[] {
  const all: string[] = [];
  let statement = '';
  for (const piece of sql.replace(/--.*$/gm, '').split(/(?<=;)/)) {
    statement += piece;
    if (/\bCREATE TRIGGER\b/.test(statement) && !/\bEND\s*;$/.test(statement)) continue;
    if (statement.trim() !== '') all.push(statement);
    statement = '';
  }
  return all;
}

type Sql = (this: Database.Database, sql: string) => Database.Database;

/** Makes the statement with this number fail, as on a full disk, even during a migration. */
function failing(number: number): { readonly restore: () => void; readonly hasFailed: () => boolean } {
  let left = number;
  const count = () => {
    left -= 1;
    if (left === 0) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
  };
  const restoreStatements = inFrontOfStatements((_, run) => {
    count();
    return run();
  });
  const prototype: { exec: Sql } = Database.prototype;
  const { exec } = prototype;
  prototype.exec = function (sql) {
    for (const statement of statementsOf(sql)) {
      count();
      exec.call(this, statement);
    }
    return this;
  };
  const restore = () => {
    restoreStatements();
    prototype.exec = exec;
  };
  return { restore, hasFailed: () => left <= 0 };
}

/**
 * Opens the file while this statement fails, and returns the result. Returns null if opening the file needs fewer
 * statements.
 */
async function openedWith(file: string, number: number): Promise<unknown> {
  const fault = failing(number);
  try {
    const store = openStore(file);
    fault.restore();
    await store.close();
    return fault.hasFailed() ? 'opened' : null;
  } catch (error) {
    return error;
  } finally {
    fault.restore();
  }
}

/** Offset in bytes of the version in the header of a file (sqlite.org/fileformat2, "User version number"). */
const versionAt = 60;

const cases = [...olderVersions.map((version) => [version, 'wal'] as const), [latest - 1, 'delete'] as const];

describe('upgrade that fails at any statement [contract:control.upgrade]', () => {
  it.each(cases)(
    'a failed upgrade leaves a file of version %d unchanged, or upgrades the file completely (journal: %s)',
    async (version, journal) => {
      const { folder, file } = written(version, journal);
      const old = readFileSync(file);
      const [rejected, whole] = [new Set<string>(), new Set<string>()];
      for (let number = 1; ; number++) {
        writeFileSync(file, old);
        const outcome = await openedWith(file, number);
        if (outcome === null) break;
        if (!(outcome instanceof StoreError)) throw new Error(`statement ${number}: ${outcome}`);
        expect([number, readdirSync(folder)]).toEqual([number, ['store.db']]);
        const left = readFileSync(file);
        const isOld = left.equals(old);
        (isOld ? rejected : whole).add(outcome.message.replaceAll(file, 'FILE'));
        if (!isOld) expect([number, left.readUInt32BE(versionAt)]).toEqual([number, latest]);
      }
      expect([...rejected]).toEqual([
        'FILE cannot be read or written',
        `FILE could not be upgraded from store version ${version} to ${latest} because it cannot be read or written. ` +
          'The file is unchanged. Use the version of the gateway that wrote the file, or another file.',
      ]);
      expect([...whole]).toEqual(['FILE cannot be read or written']);
      const store = openStore(file);
      expect((await store.merchants.all()).length).toBe(1);
      await store.close();
    },
  );
});

describe('file whose contents the new version rejects [contract:control.upgrade]', () => {
  it('an upgrade that rejects invalid contents leaves its file unchanged', () => {
    const { file } = written(5, 'wal');
    const db = new Database(file);
    // A name of a table that the sixth version creates.
    db.exec('CREATE TABLE settings_anew (only INTEGER PRIMARY KEY)');
    db.close();
    const old = readFileSync(file);
    expect(() => openStore(file)).toThrow(
      expect.objectContaining({
        code: 'store_corrupt',
        message:
          `${file} could not be upgraded from store version 5 to ${latest} because it contains data that the new version does ` +
          'not accept. The file is unchanged. Use the version of the gateway that wrote the file, or another file.',
      }),
    );
    expect(readFileSync(file).equals(old)).toBe(true);
  });
});
