import { readFile } from 'node:fs/promises';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/**
 * Reads a file that the command line names.
 *
 * @param about what an error calls it, if not by its name, and what follows the reason
 * @throws {UsageError}
 */
export async function readNamedFile(
  file: string,
  { name = file, advice = '' }: { readonly name?: string; readonly advice?: string } = {},
): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = systemCodeOf(cause);
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${name}: ${reason}${advice}`, { cause });
  }
}
