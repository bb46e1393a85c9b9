import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const command = path.join(root, 'packages/cli/bin/inrgate.js');
/** Each measure of a command is the mean of these. */
const starts = 10;

/** The time that a user waits for the command, on a machine that does nothing else. */
export const waitingComparisons: readonly Comparison[] = [
  within(100, 'printing the version of inrgate', async () => ({ measure: () => ended('--version') })),
  within(100, 'completing a word in a shell', async () => ({
    measure: () => ended('__complete', 'payin', 'cr'),
  })),
  within(500, 'the executable, until it is ready', executable),
  within(2_000, 'npm start, until it is ready, in a clone that has run it before', async () => ({
    measure: () => ready('npm', npmStart, root),
  })),
  within(8_000, 'npm start, until it is ready, in a fresh clone with warm caches', freshClones, 3),
];

const serve = ['--port', '0', '--json'];
const npmStart = ['start', '--silent', '--', ...serve];

interface Wait {
  /** Milliseconds. */
  readonly measure: () => Promise<number>;
  readonly close?: () => Promise<unknown>;
}

function within(budget: number, name: string, open: () => Promise<Wait>, rounds = 9): Comparison {
  return {
    name: `${name}, against the budget`,
    unit: 'ms',
    wanted: { atMost: 1 },
    rounds,
    open: async (): Promise<Entrants> => {
      const { measure, close = async () => {} } = await open();
      return {
        measures: [
          [name, measure],
          ['budget', async () => budget],
        ],
        close,
      };
    },
  };
}

/** From the start of the process to its end. */
async function ended(...args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  for (let start = 0; start < starts; start += 1) await run(process.execPath, [command, ...args]);
  return (performance.now() - startedAt) / starts;
}

/** From the start of the process to the line of a gateway that accepts requests. */
async function ready(program: string, args: readonly string[], cwd: string): Promise<number> {
  const startedAt = performance.now();
  // A group of its own, because npm's signals do not reach what it has started.
  const child = spawn(program, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  let took = Number.NaN;
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('"ready"')) continue;
    took = performance.now() - startedAt;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  }
  await exited;
  if (Number.isNaN(took)) throw new Error(`${program} ${args.join(' ')} was never ready`);
  return took;
}

async function executable(): Promise<Wait> {
  await run(process.execPath, [path.join(root, 'scripts/executable.mjs')]);
  return { measure: () => ready(path.join(root, 'dist/inrgate'), ['serve', ...serve], root) };
}

async function freshClones(): Promise<Wait> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  let clones = 0;
  return {
    measure: async () => {
      clones += 1;
      const clone = path.join(folder, String(clones));
      await run('git', ['clone', '--quiet', root, clone]);
      return ready('npm', npmStart, clone);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
