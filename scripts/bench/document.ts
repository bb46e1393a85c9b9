import { type Result, toldAim } from './compare.ts';
import { type Grown, type Growth, plotOf, type StoreGrowth } from './growth.ts';

export interface Measured extends Grown {
  readonly machine: Machine;
}

interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly node: string;
  readonly from: string;
  readonly to: string;
  /** Lowest and highest number of processes that waited for CPU time. */
  readonly load: readonly [fewest: number, most: number];
}

/** Creates the Markdown page with the figures. The plots are in the same folder. */
export function benchmarksPage({ results, growth, machine }: Measured): string {
  const { cores, model, node, from, to, load } = machine;
  return `# Benchmarks

\`npm run bench -- --write\` writes this page.

**Machine**: ${cores} cores of ${model}, Node ${node}, from ${from} to ${to} UTC. The load was
${load.map((processes) => processes.toFixed(1)).join(' to ')} running or waiting processes, including the benchmark.

**Method**: Each server runs in its own process, as built for npm. After a warm-up round, the benchmark measures the
gateway and each peer alternately, nine times each. Long benchmarks run three or five times. Figures are medians, and a ratio is
the median of the ratios of all runs. On a busy machine, CPU time is the most reliable unit.

${table(results)}

${summary(results)}

![Each ratio divided by its target](benchmarks-ratios.svg)

*Each ratio divided by its target.*

## Growth

The tables show CPU time and memory by the number of stored orders. With a file, the benchmark copies the rows of three
orders with SQL. In memory, the benchmark creates each order over HTTP, and pays one of ten orders.

${growth.map(growthSection).join('\n')}`;
}

function growthSection({ store, measures }: StoreGrowth): string {
  return `### A gateway ${store}

${growthTable(measures)}

![A gateway ${store}, by the number of orders](${plotOf(store)})

*A gateway ${store}, by the number of orders.*
`;
}

function table(results: readonly Result[]): string {
  const rows = results.flatMap(({ name, unit, wanted, met, entrants: [ours, ...peers] }) =>
    peers.map((peer, index) => [
      index === 0 ? name : '',
      index === 0 ? `${shown(ours?.figure)} ${unit}` : '',
      peer.name,
      shown(peer.figure),
      peer.ratio.toFixed(2),
      index === 0 ? toldAim(wanted) : '',
      index === 0 ? (met ? 'met' : '**not met**') : '',
    ]),
  );
  return markdown(['benchmark', 'inrgate', 'peer', 'figure of the peer', 'ratio', 'target', 'result'], rows);
}

function growthTable(growth: readonly Growth[]): string {
  const sizes = growth[0]?.points.map(({ orders }) => orders) ?? [];
  const rows = growth.map(({ name, unit, points }) => [
    `${name}, ${unit}`,
    ...points.map(({ value }) => shown(value)),
  ]);
  return markdown(['number of orders', ...sizes.map((size) => size.toLocaleString('en'))], rows);
}

function summary(results: readonly Result[]): string {
  return `${results.filter(({ met }) => met).length} of ${results.length} benchmarks meet their target.`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats a figure with three digits, the precision of the measurements. */
function shown(figure = Number.NaN): string {
  return Number(figure.toPrecision(3)).toLocaleString('en');
}
