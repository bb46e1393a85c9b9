import { type Result, toldAim } from './compare.ts';
import type { Grown, Growth } from './growth.ts';

/** What was measured, on what. */
export interface Measured extends Grown {
  readonly machine: Machine;
}

/** What tells the figures of one machine, and hour, from another's. */
interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly node: string;
  /** The first and the last figure, UTC. */
  readonly from: string;
  readonly to: string;
  /** Processes that wanted a processor, the fewest and the most. */
  readonly load: readonly [fewest: number, most: number];
}

/** The page that the figures are read on, in Markdown; the plots lie beside it. */
export function benchmarksPage({ results, growth, machine }: Measured): string {
  const { cores, model, node, from, to, load } = machine;
  return `# Benchmarks

Written by \`npm run bench -- --write\`; [Performance](performance.md) says what the figures mean, where the time goes and
what was tried.

**Machine**: ${cores} cores of ${model}, Node ${node}, from ${from} to ${to} UTC. The load was
${load.map((processes) => processes.toFixed(1)).join(' to ')}: so many processes wanted a processor, ours among them.

**Method**: every server is a process of its own, as it is built for npm. Ours and each peer take turns, nine times (five or
three where a turn takes long) after one that does not count; figures are medians, and a ratio is the median of the turns'
ratios. What is counted is named by the unit: the processor's time is what a busy machine falsifies least.

${table(results)}

${summary(results)}

![Each ratio in units of its aim](benchmarks-ratios.svg)

## Growth

What a gateway with a file takes, by the number of orders in it: the rows of three that it made itself, multiplied.

${growthTable(growth)}

![Time and memory by the number of orders](benchmarks-growth.svg)
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
  return markdown(['what', 'ours', 'against', 'theirs', 'ratio', 'aim', ''], rows);
}

function growthTable(growth: readonly Growth[]): string {
  const sizes = growth[0]?.points.map(({ orders }) => orders) ?? [];
  const rows = growth.map(({ name, unit, points }) => [
    `${name}, ${unit}`,
    ...points.map(({ value }) => shown(value)),
  ]);
  return markdown(['orders', ...sizes.map((size) => size.toLocaleString('en'))], rows);
}

function summary(results: readonly Result[]): string {
  return `${results.filter(({ met }) => met).length} of ${results.length} aims are met.`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Three figures are as many as can be believed. */
function shown(figure = Number.NaN): string {
  return Number(figure.toPrecision(3)).toLocaleString('en');
}
