import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCodeOf } from '../failures/system-code.ts';
import { UsageError } from '../failures/usage-error.ts';

/** Gives the lock back. */
export type Unlock = () => void;

/** Milliseconds that a process has from making its lock to writing its name into it. */
const namingTime = 5_000;

/**
 * Takes a lock, so that one process alone is at work. A lock whose process is gone is taken over.
 *
 * @throws {UsageError} when another process has it
 */
export function lock(file: string): Unlock {
  if (!create(file)) takeOver(file);
  return () => rmSync(file, { force: true });
}

/** One process at a time: what it removes could be the new lock of another that did the same just before it. */
function takeOver(file: string): void {
  const guard = `${file}.takeover`;
  if (!create(guard)) throw inUse(guard);
  try {
    if (isHeld(file)) throw inUse(file);
    rmSync(file, { force: true });
    if (!create(file)) throw inUse(file);
  } finally {
    rmSync(guard, { force: true });
  }
}

function inUse(file: string): UsageError {
  const owner = ownerOf(file);
  const who = owner === undefined ? '' : `, process ${owner.pid} on ${owner.host}`;
  return new UsageError(
    `another import is at work on this file${who}; when you are sure that none is, remove ${file}`,
  );
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** False when the file exists. */
function create(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeFileSync(handle, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Owner));
    } finally {
      closeSync(handle);
    }
    return true;
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === 'EEXIST') return false;
    throw new UsageError(`${file}: it cannot be written (${code})`, { cause });
  }
}

/** Whether a process that is alive has the lock. Those of other machines cannot be seen, so they count as alive. */
function isHeld(file: string): boolean {
  const owner = ownerOf(file);
  // Being made at this moment, or left by a process that was killed while it made it.
  if (owner === undefined) return ageOf(file) < namingTime;
  if (owner.host !== hostname()) return true;
  // In a container, the process before this one had the same number.
  return owner.pid !== process.pid && isAlive(owner.pid);
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

function ageOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? Number.POSITIVE_INFINITY : Date.now() - stats.mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) !== 'ESRCH';
  }
}
