/**
 * `npm run bench` runs every comparison, `npm run bench -- sdk` those of a package. They run on what was built, as
 * users get it. Exit code 1 when a ratio is not what is wanted.
 */
import { compare } from './compare.ts';

const packages = {
  cli: () => import('../../packages/cli/bench/comparisons.ts'),
  'mock-gateway': () => import('../../packages/mock-gateway/bench/comparisons.ts'),
  sdk: () => import('../../packages/sdk/bench/comparisons.ts'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in packages));
if (unknown !== undefined) throw new Error(`there are benchmarks of ${Object.keys(packages).join(' and ')}`);

for (const [name, load] of Object.entries(packages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { comparisons } = await load();
  for (const comparison of comparisons) if (!(await compare(comparison))) process.exitCode = 1;
}
