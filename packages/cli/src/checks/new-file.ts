import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** What to say of a recording that could not be begun: one that is there already is never written over. */
export function newFileProblem(file: string, cause: unknown): UsageError {
  const code = systemCodeOf(cause);
  const reason = code === 'EEXIST' ? 'is there already: choose another name' : `cannot be written (${code})`;
  return new UsageError(`${file} ${reason}`, { cause });
}
