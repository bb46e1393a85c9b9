import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** Gives the lock back. It has to be kept: with it, the lock is garbage. */
export type Unlock = () => void;

/**
 * Takes a lock, so that one process alone is at work. The lock is the operating system's, on a file beside the named
 * one: it ends with its process, however that ends, and holds in every container that sees the file. The named file
 * says who has it.
 *
 * @throws {UsageError} when another process has it
 */
export function lock(file: string): Unlock {
  const release = systemLock(`${file}.held`, () => inUse(file));
  try {
    const owner = ownerOf(file);
    // A network folder may not pass locks on to other machines, so an owner elsewhere counts as alive.
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
 * SQLite locks files on every system and file system that developers have, which Node itself cannot do. The file stays
 * empty: nothing is ever written into it.
 *
 * @param busy what to throw when another process has the lock
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
    // Another process may have removed the file between its opening and its lock: such a lock keeps nobody out.
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

/** Node 22 warns on standard error that its SQLite is experimental. */
function sqlite() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A process that has the file open would lose its lock if the file were opened here to be created. */
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

/** Removed while it is locked, so that nobody else's file is. Windows removes no file that is open. */
function release(file: string, database: { close(): void }): void {
  const isWindows = process.platform === 'win32';
  if (!isWindows) rmSync(file, { force: true });
  database.close();
  if (isWindows) removeIfFree(file);
}

function removeIfFree(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another process has it by now.
  }
}

function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`${file}: it cannot be written (${systemCodeOf(cause)})`, { cause });
}

function inUse(file: string): UsageError {
  const owner = ownerOf(file);
  const who = owner === undefined ? '' : `, process ${owner.pid} on ${owner.host}`;
  const advice =
    owner === undefined || owner.host === hostname()
      ? ''
      : `; when you are sure that none is, remove ${file}`;
  return new UsageError(`another import is at work on this file${who}${advice}`);
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Undefined while there is no name in it. */
function ownerOf(file: string): Owner | undefined {
  try {
    const { pid, host }: Partial<Owner> = JSON.parse(readFileSync(file, 'utf8'));
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}
