/** Runs `trial.ts` in Vitest, as often as it takes until each mutant has been tried. */
import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { source } from '../../../vitest.config.ts';
import { root } from '../../workspace.mjs';

/** @typedef {import('./trial.ts').Line} Line */
/** @typedef {import('./trial.ts').Given} Given */
/** @typedef {readonly { readonly name: string, readonly content: string }[]} Files */

/** A test that is not done with after so long has a loop that does not end. */
const patienceMs = 120_000;
const standIn = path.join(import.meta.dirname, 'vitest.ts');

/**
 * @param {Files} files the sources with the mutants in them
 * @param {Given} given
 * @returns {Promise<ReadonlyMap<string, Line>>} the last line about each, by its id
 */
export async function verdicts(files, given) {
  rmSync(given.journal, { force: true });
  for (;;) {
    const lines = linesOf(given.journal);
    const left = given.mutants.filter(({ id }) => !lines.has(id));
    if (left.length === 0) return lines;
    await tryInOneProcess(files, { ...given, mutants: left });
    const begun = [...linesOf(given.journal).values()].filter(({ status }) => status === 'begun');
    if (linesOf(given.journal).size === lines.size) throw new Error('nothing was tried');
    // What ended the process is noticed.
    for (const { id } of begun)
      appendFileSync(given.journal, `${JSON.stringify({ id, status: 'killed', by: 'it does not end' })}\n`);
  }
}

/**
 * @param {string} journal
 * @returns {Map<string, Line>}
 */
function linesOf(journal) {
  if (!existsSync(journal)) return new Map();
  /** @type {readonly Line[]} */
  const lines = readFileSync(journal, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return new Map(lines.map((line) => [line.id, line]));
}

/**
 * @param {Files} files
 * @param {Given} given
 */
async function tryInOneProcess(files, given) {
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const vitest = await createVitest(
    { config: false, root, watch: false, maxWorkers: 1, fsModuleCache: false, reporters: [{}] },
    {
      ...source,
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (code, id) =>
            sources.get(id) ?? (id.startsWith(import.meta.dirname) ? undefined : withStandIn(code)),
        },
      ],
      test: { include: ['scripts/mutants/generated/trial.ts'], isolate: false },
    },
  );
  vitest.provide('given', given);
  const watch = setInterval(() => endWhatHangs(given.journal), 1000);
  const { testModules, unhandledErrors } = await vitest.start();
  clearInterval(watch);
  const tests = testModules.flatMap((module) => [module, ...module.children.allTests()]);
  const errors = tests.flatMap((one) => ('errors' in one ? one.errors() : (one.result().errors ?? [])));
  for (const error of [...errors, ...unhandledErrors]) console.error(error);
  await vitest.close();
}

/**
 * Vitest keeps `vi`: it looks for its calls in the source, to hoist them.
 * @param {string} code
 */
function withStandIn(code) {
  return code.replace(/^import \{([^}]+)\} from 'vitest';$/m, (_line, names) => {
    const own = names.replace(/\bvi\b,?/, '');
    const rest = own === names ? '' : "import { vi } from 'vitest'; ";
    return `${rest}import {${own}} from '${standIn}';`;
  });
}

/** @param {string} journal */
function endWhatHangs(journal) {
  const last = [...linesOf(journal).values()].at(-1);
  if (last?.status !== 'begun' || last.pid === undefined) return;
  if (Date.now() - statSync(journal).mtimeMs > patienceMs) process.kill(last.pid, 'SIGKILL');
}
