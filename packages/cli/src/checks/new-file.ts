import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** Converts the error of a recording that cannot be created. Existing files are never overwritten. */
export function newFileProblem(file: string, cause: unknown): UsageError {
  const code = systemCodeOf(cause);
  const reason = code === 'EEXIST' ? 'already exists. Use another name' : `cannot be written (${code})`;
  return new UsageError(`${file} ${reason}`, { cause });
}
