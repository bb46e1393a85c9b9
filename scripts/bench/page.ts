import { cpus, loadavg } from 'node:os';
import { type Row, stocks } from './measures.ts';

const shown = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3);

/** A ratio is above 1 if inrgate is better, except for a time against a peer that is limited from above. */
function ratioOf({ unit, peer, aim }: Row): number | null {
  if (peer === undefined) return null;
  const isBetterWhenMore = unit.endsWith('per second') || (aim !== undefined && 'atMost' in aim);
  return isBetterWhenMore ? peer.quotient : 1 / peer.quotient;
}

function isMet(row: Row): boolean | null {
  const { aim, figures } = row;
  if (aim === undefined) return null;
  const value = ratioOf(row) ?? figures[0] ?? Number.NaN;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}

function cells(row: Row): readonly string[] {
  const { name, unit, figures, peer, aim } = row;
  const ratio = ratioOf(row);
  return [
    name,
    ...figures.map((figure) => `${shown(figure)} ${unit}`),
    peer === undefined ? '' : `${peer.name}: ${shown(peer.figure)}`,
    ratio === null ? '' : ratio.toFixed(2),
    aim === undefined ? '' : 'atLeast' in aim ? `${aim.atLeast} or more` : `${aim.atMost} or less`,
    { true: 'met', false: '**not met**', null: '' }[String(isMet(row))] ?? '',
  ];
}

/** Returns a row as a line of text. */
export const lineOf = (row: Row): string =>
  cells(row)
    .filter((cell) => cell !== '')
    .join(' | ');

const titles: Readonly<Record<string, string>> = {
  requests: 'A request',
  durable: 'A create that is on disk before its response',
  callbacks: 'A callback',
  waiting: 'What people wait for',
  memory: 'Memory',
};

interface Run {
  readonly started: Date;
  /** Commit of the other checkout, if there is one. */
  readonly before: string | null;
}

/** Returns the page of the benchmarks. */
export function pageOf(found: ReadonlyMap<string, readonly Row[]>, { started, before }: Run): string {
  const minute = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ');
  const [load = 0] = loadavg();
  const head = [
    'measurement',
    'inrgate',
    ...(before === null ? [] : [before]),
    'beside',
    'ratio',
    'aim',
    'result',
  ];
  const sections = Object.entries(titles).map(
    ([name, title]) => `## ${title}\n\n${table(head, (found.get(name) ?? []).map(cells))}`,
  );
  const growth = (found.get('growth') ?? []).map(({ name, figures }) => [
    name,
    ...figures.map(shown),
    ((figures.at(-1) ?? 0) / (figures[0] ?? 1)).toFixed(2),
  ]);
  return `# Benchmarks

\`npm run bench -- --write\` wrote this page. It measures \`inrgate serve\` as people start it, from the built packages.

**Machine**: ${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, from ${minute(started)} to ${minute(new Date())} UTC,
with ${load.toFixed(1)} running or waiting processes at the end.

**Method**: Each server runs in its own process. The benchmark measures the gateway and its peer alternately, in seven rounds. A
figure is the median, and a ratio is the median of the ratios of the rounds. CPU time is what the operating system counts for the
process of the server. The ratio of two CPU times is that of the peer divided by that of inrgate, so 0.5 means twice the peer's
time.${before === null ? '' : ` The column ${before} is this older commit in the same rounds.`}

${sections.join('\n\n')}

## Growth

CPU time in µs by the number of stored orders. The last column is the factor from the first to the last.

${table(['measurement', ...stocks.map((stock) => stock.toLocaleString('en')), 'factor'], growth)}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
