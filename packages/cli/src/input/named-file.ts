import { readFile } from 'node:fs/promises';
import { codeOf } from '../failures/error-code.ts';
import { UsageError } from '../failures/exit-codes.ts';

/**
 * Reads a file that the command line names.
 *
 * @param advice what follows the reason when it cannot be read
 * @throws {UsageError}
 */
export async function readNamedFile(file: string, advice = ''): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = codeOf(cause);
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${reason}${advice}`, { cause });
  }
}
