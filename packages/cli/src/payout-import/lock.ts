import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { removeIfPossible, unwritable } from '../input/files.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** Releases the lock. Keep a reference to this function, because garbage collection of the function ends the lock. */
export type Unlock = () => void;

/**
 * Locks a file for one process. The operating system's lock is on a separate file next to the named file. The named
 * file contains the owner. The lock ends with its process, and also works between containers that share the file.
 *
 * @throws {UsageError} if another process owns the lock
 */
export function lock(file: string): Unlock {
  const release = systemLock(`${file}.held`, () => inUse(file));
  try {
    const owner = ownerOf(file);
    // Treat an owner on another host as alive, because a network folder may not share locks between machines.
    if (owner !== undefined && owner.host !== hostname()) throw inUse(file);
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Owner), {
      mode: 0o600,
    });
  } catch (error) {
    release();
    throw error instanceof UsageError ? error : unwritable(file, error);
  }
  return () => {
    rmSync(file, { force: true });
    release();
  };
}

/** SQLite's code for a file that another connection has locked. */
const sqliteBusy = 5;

/**
 * Locks a file with SQLite, because Node has no file locks. SQLite's locks work on all common file systems. The file
 * stays empty.
 *
 * @param busy creates the error if another process has locked the file
 */
function systemLock(file: string, busy: () => UsageError): Unlock {
  for (;;) {
    create(file);
    const before = inodeOf(file);
    const database = opened(file);
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
      throw code === sqliteBusy ? busy() : unwritable(file, error);
    }
    // Another process may have removed the file before the lock. In this case, the lock has no effect.
    if (before !== undefined && before === inodeOf(file)) return () => release(file, database);
    database.close();
  }
}

function opened(file: string) {
  const { DatabaseSync } = sqlite();
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Loads SQLite without Node 22's warning about an experimental module. */
function sqlite() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Creates the file only if it is missing, because opening an existing file would release the lock of this process. */
function create(file: string): void {
  if (inodeOf(file) !== undefined) return;
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw unwritable(file, error);
  }
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Removes the file while it is locked, because after the unlock it could belong to another process. Windows cannot
 * remove an open file.
 */
function release(file: string, database: { close(): void }): void {
  const isWindows = process.platform === 'win32';
  if (!isWindows) rmSync(file, { force: true });
  database.close();
  if (isWindows) removeIfPossible(file);
}

function inUse(file: string): UsageError {
  const owner = ownerOf(file);
  const who = owner === undefined ? '' : `, process ${owner.pid} on ${owner.host}`;
  const advice =
    owner === undefined || owner.host === hostname() ? '' : `. If that process has ended, remove ${file}`;
  return new UsageError(`another process is importing this file${who}${advice}`);
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

function ownerOf(file: string): Owner | undefined {
  try {
    const { pid, host }: Partial<Owner> = JSON.parse(readFileSync(file, 'utf8'));
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}
