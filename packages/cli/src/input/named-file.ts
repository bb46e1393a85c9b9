import { readFile } from 'node:fs/promises';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

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
