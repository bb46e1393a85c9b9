import type { RecordedExchange } from '@inrgate/conformance';
import { readNamedFile } from '../input/files.ts';
import { UsageError } from '../output/usage-error.ts';

/**
 * Reads the exchanges of a recording.
 *
 * @throws {UsageError} for a file that is not a recording of this API
 */
export async function recordedExchanges(file: string): Promise<readonly RecordedExchange[]> {
  const text = (await readNamedFile(file)).toString('utf8');
  const { HarError, readHar } = await import('@inrgate/conformance');
  try {
    return readHar(text);
  } catch (error) {
    if (error instanceof HarError) throw new UsageError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}
