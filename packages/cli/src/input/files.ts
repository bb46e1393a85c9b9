import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { systemCodeOf, UsageError } from '../output/usage-error.ts';

export async function readNamedFile(
  file: string,
  { name = file, advice = '' }: { readonly name?: string; readonly advice?: string } = {},
): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = systemCodeOf(cause);
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new UsageError(`${name} ${reason}${advice}`, { cause });
  }
}

export function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`${file} cannot be written (${systemCodeOf(cause)})`, { cause });
}

/** Converts the error of a recording that cannot be created. Existing files are never overwritten. */
export function newFileProblem(file: string, cause: unknown): UsageError {
  if (systemCodeOf(cause) !== 'EEXIST') return unwritable(file, cause);
  return new UsageError(`${file} already exists. Use another name`, { cause });
}

/** Replaces a file atomically. Only the file's owner can read the new file. */
export function replaceFile(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(draft, file);
  } catch (error) {
    removeIfPossible(draft);
    throw error;
  }
}

/** Removes a file. Ignores an error, for example if another process keeps the file open. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The caller needs the file no longer.
  }
}

/** Parses JSON without throwing, because the message of JSON.parse would contain keys. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts an error of `listen` to a usage error if the host or port caused it. */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const code = systemCodeOf(error);
  if (code === 'EADDRINUSE') {
    return new UsageError(`${host}:${port} is in use. Use another --port, or --port 0 for a free port`);
  }
  if (code === 'EACCES') {
    return new UsageError(`${host}:${port} requires more permissions. Use a --port above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`--host ${host} is not an IP address of this machine`);
  }
  return error;
}
