import { unwritable } from '../input/files.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** Converts the error of a recording that cannot be created. Existing files are never overwritten. */
export function newFileProblem(file: string, cause: unknown): UsageError {
  if (systemCodeOf(cause) !== 'EEXIST') return unwritable(file, cause);
  return new UsageError(`${file} already exists. Use another name`, { cause });
}
