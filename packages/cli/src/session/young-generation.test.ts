import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, 'young-generation.ts');

/** Replaces the young generation with a full one, so the first check would change the flag. */
const program = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  v8.getHeapSpaceStatistics = () => [{ space_name: 'new_space', space_size: 1e9 }];
  syncBuiltinESMExports();
  const { limitYoungGeneration } = await import(${JSON.stringify(source)});
  limitYoungGeneration();
  setTimeout(() => console.log('still running'), 300);
`;

it('limitYoungGeneration changes no flag of a Node with frozen flags, because Node would abort', async () => {
  const { stdout } = await run(process.execPath, [
    '--freeze-flags-after-init',
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout).toBe('still running\n');
});
