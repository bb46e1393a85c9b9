import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { waitingComparisons } from './waiting.ts';

const run = promisify(execFile);
const folder = path.dirname(import.meta.dirname);
/** Each measure is the mean of these. */
const starts = 10;

/** The command against the least that a command on commander can be. */
export const comparisons: readonly Comparison[] = [
  {
    name: 'starting the command, against an empty Node process with commander',
    unit: 'ms',
    wanted: { atMost: 2 },
    open: versions,
  },
  ...waitingComparisons,
];

async function versions(): Promise<Entrants> {
  return {
    measures: [
      ['inrgate --version', () => time(['bin/inrgate.js', '--version'])],
      ['Node with commander', () => time(['--input-type=module', '--eval', "import 'commander';"])],
      ['Node', () => time(['--input-type=module', '--eval', ''])],
    ],
    close: async () => {},
  };
}

/** Milliseconds from the start of the process to its end. */
async function time(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  for (let start = 0; start < starts; start += 1) await run(process.execPath, args, { cwd: folder });
  return (performance.now() - startedAt) / starts;
}
