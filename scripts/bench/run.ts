/**
 * `npm run bench` runs every comparison, and `npm run bench -- sdk` those of a package. The comparisons measure the
 * published build. The exit code is 1 if a ratio misses its limit. `--write` regenerates docs/explanation/benchmarks.md
 * and its plots. Other comparisons keep the last figures of this checkout.
 */
import { type Comparison, compare, told } from './compare.ts';
import type { Grown } from './growth.ts';
import { keep, kept } from './kept.ts';
import { writePage } from './write-page.ts';

interface Package {
  readonly comparisons: readonly Comparison[];
  readonly grow?: () => Promise<Grown>;
}

const packages: Readonly<Record<string, () => Promise<Package>>> = {
  cli: () => import('../../packages/cli/bench/comparisons.ts'),
  'mock-gateway': () => import('../../packages/mock-gateway/bench/comparisons.ts'),
  postgres: () => import('../../packages/mock-gateway/bench/postgres/comparisons.ts'),
  sdk: () => import('../../packages/sdk/bench/comparisons.ts'),
};

const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== '--write');
const unknown = wanted.find((name) => !(name in packages));
if (unknown !== undefined) throw new Error(`there are benchmarks of ${Object.keys(packages).join(' and ')}`);

for (const [name, load] of Object.entries(packages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { comparisons, grow } = await load();
  for (const comparison of comparisons) report({ results: [await compare(comparison)], growth: [] });
  if (grow !== undefined) report(await grow());
}
if (given.includes('--write')) await write();

function report(grown: Grown): void {
  for (const result of grown.results) {
    console.log(told(result));
    if (!result.met) process.exitCode = 1;
  }
  keep(grown);
}

async function write(): Promise<void> {
  const known = await Promise.all(Object.values(packages).map((load) => load()));
  writePage(kept(known.flatMap(({ comparisons }) => comparisons.map(({ name }) => name))));
}
