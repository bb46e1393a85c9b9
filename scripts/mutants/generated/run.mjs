/**
 * `npm run mutants:generated -- protocol`: every mistake that Stryker can think of in a folder of `folders.mjs`, by
 * default in each, one at a time, and the folder's tests: at least 95 % have to be noticed. `--draw 300` tries so many,
 * drawn at random, `--of money.ts` those of the sources whose path ends so, `--survivors` those again that the last run
 * left. What happened to each is kept in `.cache/mutants`.
 *
 * The mistakes are Stryker's; the tests run in one process of ours (`trial.ts`). Stryker's own runner starts Vitest anew
 * for each mistake, which takes seconds instead of milliseconds.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import fc from 'fast-check';
import { printedSeed } from '../../../test/seed.ts';
import { root } from '../../workspace.mjs';
import { folders } from './folders.mjs';
import { verdicts } from './verdicts.mjs';

/** @typedef {Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]} Mutant */
/** @typedef {{ status: string, by?: string | undefined }} Verdict */
/** @typedef {Verdict & { key: string, file: string }} Told */

/** What has to be noticed, in percent. */
const enough = 95;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string' },
    of: { type: 'string', default: '' },
    survivors: { type: 'boolean', default: false },
  },
});
for (const name of positionals.length === 0 ? Object.keys(folders) : positionals)
  if (!(await tryFolder(name))) process.exitCode = 1;

/**
 * @param {string} name
 * @returns {Promise<boolean>} whether enough was noticed
 */
async function tryFolder(name) {
  const folder = folders[name];
  if (folder === undefined) throw new Error(`no ${name}: there are ${Object.keys(folders).join(', ')}`);
  const { files, mutants } = await instrumented(matching(folder.sources, /(?<!\.test)\.ts$/));
  const report = path.join(root, `.cache/mutants/${name}.json`);
  const earlier = earlierVerdicts(report);
  const tried = drawn(
    mutants.filter(
      (mutant) =>
        mutant.status !== 'Ignored' &&
        mutant.fileName.endsWith(values.of) &&
        (!values.survivors || isSurvivor(earlier.get(keyOf(mutant)))),
    ),
  );
  const testFiles = matching(folder.tests, /(?<!\.(slow|long))\.test\.ts$/);
  console.error(`${name}: ${mutants.length} mutants, ${tried.length} to try, ${testFiles.length} test files`);
  const journal = path.join(root, `.cache/mutants/${name}.jsonl`);
  mkdirSync(path.dirname(journal), { recursive: true });
  const lines = await verdicts(files, {
    testFiles,
    mutants: tried.map(({ id, fileName }) => ({ id, fileName })),
    journal,
  });
  const told = mutants.map((mutant) => ({
    key: keyOf(mutant),
    file: path.relative(root, mutant.fileName),
    ...(mutant.status === 'Ignored'
      ? { status: 'ignored', by: mutant.statusReason }
      : (lines.get(mutant.id) ?? earlier.get(keyOf(mutant)) ?? { status: 'untried' })),
  }));
  writeFileSync(report, JSON.stringify(told, undefined, 1));
  return print(told);
}

/**
 * So many of them as are asked for.
 * @param {Mutant[]} mutants
 */
function drawn(mutants) {
  const count = Math.min(Number(values.draw ?? mutants.length), mutants.length);
  if (count === mutants.length) return mutants;
  const subset = fc.subarray(mutants, { minLength: count, maxLength: count });
  return fc.sample(subset, { numRuns: 1, seed: printedSeed() })[0] ?? [];
}

/** @param {Verdict | undefined} verdict */
function isSurvivor(verdict) {
  return verdict !== undefined && ['survived', 'not reached'].includes(verdict.status);
}

/**
 * @param {readonly string[]} patterns
 * @param {RegExp} name
 */
function matching(patterns, name) {
  return globSync([...patterns], { cwd: root })
    .filter((file) => name.test(file))
    .map((file) => path.join(root, file))
    .sort();
}

/** @param {readonly string[]} names */
function instrumented(names) {
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  return new Instrumenter(quiet()).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
}

function quiet() {
  const no = () => false;
  const nothing = () => {};
  const levels = {
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: console.warn,
    error: nothing,
    fatal: nothing,
  };
  const enabled = { isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no };
  return { ...levels, ...enabled, isWarnEnabled: () => true, isErrorEnabled: no, isFatalEnabled: no };
}

/**
 * @param {string} report of the last run
 * @returns {ReadonlyMap<string, Verdict>}
 */
function earlierVerdicts(report) {
  if (!existsSync(report)) return new Map();
  /** @type {readonly Told[]} */
  const told = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(told.map(({ key, status, by }) => [key, { status, by }]));
}

/**
 * Where it stands, what stood there and what stands there now. What changes above it in the file makes it another.
 * @param {Mutant} mutant
 */
function keyOf({ fileName, location: { start, end }, replacement, mutatorName }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  const code = lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column : 0, at === end.line - start.line ? end.column : undefined),
    )
    .join(' ');
  const place = `${path.relative(root, fileName)}:${start.line + 1}:${start.column + 1}`;
  return `${place} ${mutatorName}\n  - ${short(code)}\n  + ${short(replacement ?? '')}`;
}

/** @param {string} code */
function short(code) {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length <= 160 ? line : `${line.slice(0, 120)} … ${line.slice(-40)}`;
}

/** @param {readonly Told[]} told */
function print(told) {
  for (const one of told) if (isSurvivor(one)) console.log(`${one.status} ${one.key}`);
  const byFile = Map.groupBy(told, ({ file }) => file);
  for (const [file, those] of byFile) console.log(`${shareOf(those)} ${file}`);
  console.log(`${shareOf(told)} in all`);
  return percentOf(told) >= enough;
}

/** @param {readonly Verdict[]} told */
function percentOf(told) {
  const killed = told.filter(({ status }) => status === 'killed').length;
  const survivors = told.filter(isSurvivor).length;
  return survivors === 0 ? 100 : (100 * killed) / (killed + survivors);
}

/** @param {readonly Verdict[]} told */
function shareOf(told) {
  const count = (/** @type {string} */ wanted) => told.filter(({ status }) => status === wanted).length;
  const counts = ['killed', 'survived', 'not reached', 'ignored', 'untried']
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  return `${percentOf(told).toFixed(1)} % (${counts.join(', ')})`;
}
