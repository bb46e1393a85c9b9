/**
 * `npm run bench` runs every measurement, and `npm run bench -- sdk` runs the measurements of one package. All
 * measurements use the published build. The exit code is 1 if a ratio misses its limit. `--write` regenerates
 * docs/explanation/benchmarks.md and its plots. For comparisons that did not run, it uses the last figures of this
 * checkout.
 */
import { type Comparison, compare, told } from './compare.ts';
import type { Growing, Grown } from './growth.ts';
import { keep, kept } from './kept.ts';
import { writePage } from './write-page.ts';

interface Package {
  readonly comparisons?: readonly Comparison[];
  readonly growths?: readonly Growing[];
}

const packages: Readonly<Record<string, () => Promise<Package>>> = {
  cli: () => import('../../packages/cli/bench/comparisons.ts'),
  'mock-gateway': () => import('../../packages/mock-gateway/bench/comparisons.ts'),
  sdk: () => import('../../packages/sdk/bench/comparisons.ts'),
  growth: () => import('../../packages/mock-gateway/bench/growth/growth.ts'),
};

const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== '--write');
const unknown = wanted.find((name) => !(name in packages));
if (unknown !== undefined) throw new Error(`there are benchmarks of ${Object.keys(packages).join(' and ')}`);

for (const [name, load] of Object.entries(packages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const { name: of, measure } of measurementsOf(await load())) report(of, await measure());
}
if (given.includes('--write')) await write();

interface Measurement {
  readonly name: string;
  readonly measure: () => Promise<Grown>;
}

function measurementsOf({ comparisons = [], growths = [] }: Package): readonly Measurement[] {
  return [
    ...comparisons.map((comparison) => ({
      name: comparison.name,
      measure: async () => ({ results: [await compare(comparison)], growth: [] }),
    })),
    ...growths.map(({ store, grow }) => ({ name: `growth ${store}`, measure: grow })),
  ];
}

function report(name: string, grown: Grown): void {
  for (const result of grown.results) {
    console.log(told(result));
    if (!result.met) process.exitCode = 1;
  }
  keep(name, grown);
}

async function write(): Promise<void> {
  const known = await Promise.all(Object.values(packages).map((load) => load()));
  writePage(kept(known.flatMap(measurementsOf).map(({ name }) => name)));
}
