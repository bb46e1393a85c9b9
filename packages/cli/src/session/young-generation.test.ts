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

it('limitYoungGeneration changes no flag if Node has frozen its flags, because Node would abort', async () => {
  const { stdout } = await run(process.execPath, [
    '--freeze-flags-after-init',
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout).toBe('still running\n');
});

/** The flags that the limit sets while the young generation takes these megabytes, one size at each check. */
async function flagsFor(...sizes: readonly number[]): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `
    import v8 from 'node:v8';
    import { syncBuiltinESMExports } from 'node:module';
    const sizes = ${JSON.stringify(sizes)};
    v8.getHeapSpaceStatistics = () => {
      const size = sizes.shift() ?? process.exit();
      return [{ space_name: 'new_space', space_size: size * 1024 * 1024 }];
    };
    v8.setFlagsFromString = (flag) => console.log(flag);
    syncBuiltinESMExports();
    const { limitYoungGeneration } = await import(${JSON.stringify(source)});
    limitYoungGeneration();
    setTimeout(() => {}, 60_000);
  `,
  ]);
  return stdout.trim().split('\n');
}

it('limitYoungGeneration stops the growth before 16 MB, and lets a young generation grow that V8 has shrunk', async () => {
  expect(await flagsFor(8, 9, 16, 2, 8, 12)).toEqual([
    '--semi-space-growth-factor=1',
    '--semi-space-growth-factor=2',
    '--semi-space-growth-factor=1',
  ]);
});
