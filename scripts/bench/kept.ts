import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import type { Measured } from './document.ts';
import type { Grown } from './growth.ts';

interface Entry extends Grown {
  /** Time of the measurement in UTC, to the minute. */
  readonly at: string;
  /** Mean number of processes that waited for CPU time in that minute. */
  readonly load: number;
}

const file = path.resolve(import.meta.dirname, '../../node_modules/.cache/inrgate/bench-results.json');

/**
 * Stores the latest figures of each measurement by its name, because a run of all measurements takes more than an hour.
 */
export function keep(name: string, grown: Grown): void {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  mkdirSync(path.dirname(file), { recursive: true });
  const entry: Entry = { ...grown, at, load: loadavg()[0] ?? Number.NaN };
  writeFileSync(file, JSON.stringify({ ...entries(), [name]: entry }));
}

/** @param names names of the measurements in the order of the page */
export function kept(names: readonly string[]): Measured {
  const all = entries();
  const found = names.flatMap((name) => all[name] ?? []);
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
