import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import type { Measured } from './document.ts';
import type { Grown } from './growth.ts';

/** Values of one measurement, with its time. */
interface Entry extends Grown {
  /** UTC, to the minute. */
  readonly at: string;
  /** Processes that wanted a processor then, the mean of a minute. */
  readonly load: number;
}

const file = path.resolve(import.meta.dirname, '../../node_modules/.cache/inrgate/bench-results.json');

/** Remembers the latest figures of each comparison, as all of them take half an hour. */
export function keep(grown: Grown): void {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const name = grown.growth.length > 0 ? 'growth' : (grown.results[0]?.name ?? '');
  mkdirSync(path.dirname(file), { recursive: true });
  const entry: Entry = { ...grown, at, load: loadavg()[0] ?? Number.NaN };
  writeFileSync(file, JSON.stringify({ ...entries(), [name]: entry }));
}

/** @param names of the comparisons that there are, in the order of the page; growth comes after them */
export function kept(names: readonly string[]): Measured {
  const all = entries();
  const found = [...names, 'growth'].flatMap((name) => all[name] ?? []);
  const times = found.map(({ at }) => at).sort();
  const loads = found.map(({ load }) => load);
  return {
    results: found.flatMap(({ results }) => results),
    growth: found.flatMap(({ growth }) => growth),
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model ?? 'an unknown processor',
      node: process.versions.node,
      from: times[0] ?? '',
      to: times.at(-1) ?? '',
      load: [Math.min(...loads), Math.max(...loads)],
    },
  };
}

function entries(): Readonly<Record<string, Entry>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>) : {};
}
