import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, 'young-generation.ts');

/** Returns the size of the young generation when it reaches 16 MB, and after 600,000 further values survive. */
async function sizes(limit: string): Promise<readonly number[]> {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { getHeapSpaceStatistics } from 'node:v8';
    import { limitYoungGeneration } from ${JSON.stringify(source)};
    ${limit}
    const youngGeneration = () =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size;
    const kept = [];
    const survive = (count) => {
      for (let made = 0; made < count; made++) kept.push({ made, text: [made] });
    };
    for (let step = 0; youngGeneration() < 16 * 1024 * 1024 && step < 2_000; step++) {
      survive(20_000);
      await sleep(1);
    }
    const before = youngGeneration();
    await sleep(1_000);
    survive(600_000);
    console.log(JSON.stringify([before, youngGeneration()]));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}

it('limitYoungGeneration stops the growth of the young generation at 16 MB', async () => {
  const [before, after = 0] = await sizes('limitYoungGeneration();');
  expect(before).toBeGreaterThanOrEqual(16 * 1024 * 1024);
  expect(after).toBe(before);
  const [unlimited = 0, grown] = await sizes('');
  expect(grown).toBeGreaterThan(unlimited);
});
