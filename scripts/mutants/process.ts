/** Runs `trial.ts` in Vitest repeatedly until each job is done. */
import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { source } from '../../vitest.config.ts';
import { root } from '../workspace.mjs';
import { type Given, type Line, linesOf } from './jobs.ts';

/** Milliseconds after which a running test counts as an endless loop. */
const patienceMs = 120_000;
const trial = path.join(import.meta.dirname, 'trial.ts');
const standIn = path.join(import.meta.dirname, 'vitest.ts');

/**
 * @param sources sources with the mutants, by absolute path
 * @returns the last line about each job, by name. Jobs in the journal are not repeated
 */
export async function done(
  sources: ReadonlyMap<string, string>,
  given: Given,
): Promise<ReadonlyMap<string, Line>> {
  for (;;) {
    const lines = linesOf(given.journal);
    const left = given.jobs.filter(({ name }) => !lines.has(name));
    if (left.length === 0) return lines;
    await inOneProcess(sources, { ...given, jobs: left });
    const after = linesOf(given.journal);
    if (after.size === lines.size) throw new Error('nothing was tried');
    // A mutant that made the process end counts as found.
    for (const { name, status } of after.values())
      if (status === 'begun') append(given.journal, { name, status: 'killed', by: 'the process ends' });
  }
}

function append(journal: string, line: Line): void {
  appendFileSync(journal, `${JSON.stringify(line)}\n`);
}

async function inOneProcess(sources: ReadonlyMap<string, string>, given: Given): Promise<void> {
  const vitest = await createVitest(
    { config: false, root, watch: false, maxWorkers: 1, fsModuleCache: false, reporters: [{}] },
    {
      ...source,
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (code, id) =>
            sources.get(id) ?? (id === trial || id === standIn ? code : withStandIn(code)),
        },
      ],
      test: {
        include: ['scripts/mutants/trial.ts'],
        isolate: false,
        expect: { poll: { timeout: 5000 } },
      },
    },
  );
  vitest.provide('given', given);
  const watch = setInterval(() => endWhatHangs(given.journal), 5000);
  const { testModules, unhandledErrors } = await vitest.start();
  clearInterval(watch);
  const tests = testModules.flatMap((module) => [module, ...module.children.allTests()]);
  const errors = tests.flatMap((one) => ('errors' in one ? one.errors() : (one.result().errors ?? [])));
  for (const error of [...errors, ...unhandledErrors].slice(0, 5)) console.error(error);
  await vitest.close();
}

/** Renames Vitest's `vi`, because Vitest moves the calls of `vi` in the source to its top. */
function withStandIn(code: string): string {
  return code.replace(/^import \{([^}]+)\} from 'vitest';$/m, (_line, names: string) => {
    const own = names.replace(/\bvi\b,?/, '');
    const rest = own === names ? '' : "import { vi } from 'vitest'; ";
    return `${rest}import {${own}} from '${standIn}';`;
  });
}

function endWhatHangs(journal: string): void {
  const last = [...linesOf(journal).values()].at(-1);
  if (last?.status !== 'begun') return;
  if (Date.now() - statSync(journal).mtimeMs > patienceMs) process.kill(last.pid, 'SIGKILL');
}
