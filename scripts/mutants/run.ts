/**
 * `npm run mutants` tries the mistakes (mutants) that Stryker generates, one at a time, and writes the results to
 * `summary.json`. The results are the number of found mutants for each module of `modules.ts`, and some found mutants
 * for each rule of docs/reference/conformance.md. The run takes hours. `.cache/mutants` stores the results, so a new
 * run continues an aborted run.
 *
 * - `-- protocol` tries one module.
 * - `-- spec:payin` tries the rules whose ids begin with this string.
 * - `--missing` tries the rules that the summary lacks.
 * - `--draw 300` tries this number of mutants of a module, drawn with a seed.
 * - `--survivors` repeats the survivors of the summary's draw, with new mutants.
 * - `--of money.ts` tries the mutants of the sources whose paths end in this string, and writes nothing.
 * - `--changed main` tries the mutants of the sources that differ from a commit, and writes nothing.
 *
 * The exit code is 1 if the tests find too few mutants, or a rule's tests find none.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printedSeed } from '../../test/seed.ts';
import { digest, root } from '../workspace.mjs';
import { rejectedByCompiler } from './compiler.ts';
import { type Draw, drawn } from './draw.ts';
import { described, filesOf, type Instrumented, instrument, survivorOf } from './instrument.ts';
import { type Given, type Job, type Line, linesOf } from './jobs.ts';
import { modules } from './modules.ts';
import { Imports, importsOf } from './near.ts';
import { mutants as planted } from './planted-mutants.ts';
import { done } from './process.ts';
import { isAlone, jobOf, type Rule, rules } from './rules.ts';
import { issuesOf, readSummary, type Summary, writeSummary } from './summary.ts';
import type { Score } from './survivors.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    of: { type: 'string' },
    changed: { type: 'string' },
    missing: { type: 'boolean', default: false },
  },
});
const cache = path.join(root, '.cache/mutants');
const isPlanted = new Set(planted.map(({ id }) => id));
const isTest = /(?<!\.(slow|long))\.test\.ts$/;
const isSource = /(?<!\.test|\.contract|\.d)\.ts$/;
const isAll = positionals.length === 0 && values.changed === undefined && !values.missing;
const isPart = values.changed !== undefined || values.of !== undefined;
const changed = values.changed === undefined ? undefined : new Set(changedSince(values.changed));

mkdirSync(cache, { recursive: true });
const names = Object.keys(modules).filter(
  (name) => isAll || positionals.includes(name) || changed !== undefined,
);
const ids = positionals.filter((one) => one.includes(':'));
for (const name of names) await tryModule(name);
if (isAll || values.missing || ids.length > 0) await tryRules();

/** Tries one module at a time, because the keys and the journal of a module must not depend on other modules. */
async function tryModule(name: string): Promise<void> {
  const { sources, tests, enough } = modules[name] ?? { sources: [], tests: [], enough: 0 };
  const instrumented = await instrument(filesOf(sources, isSource));
  const mutants = instrumented.mutants.filter(
    ({ file, mutator }) => mutator !== 'NumberLiteral' && isWanted(file),
  );
  if (mutants.length === 0) return;
  const testFiles = filesOf([...sources, ...tests], isTest).filter((file) => !isAlone(file));
  const imports = new Imports(filesOf(['packages/*/{src,test}/**/*.ts'], /\.ts$/));
  const draw = drawOf(name, mutants.length);
  const those = draw === undefined ? mutants : drawn(mutants, draw);
  const jobs = those.map(
    ({ key, id, file }): Job => ({
      kind: 'score',
      name: key,
      mutant: id,
      nearFiles: imports.near(file, testFiles, 10).map(absolute),
    }),
  );
  const lines = await tried(name, instrumented, { testFiles, titles: '', jobs });
  const noticed = new Set(those.filter(({ key }) => lines.get(key)?.status === 'killed'));
  const unnoticed = those.filter((mutant) => !noticed.has(mutant));
  const rejected = rejectedByCompiler(unnoticed, imports);
  const survivors = unnoticed.filter(({ key }) => !rejected.has(key));
  for (const mutant of survivors) console.log(`${lines.get(mutant.key)?.status} ${described(mutant)}`);
  for (const [file, own] of Map.groupBy(those, (mutant) => mutant.file))
    console.log(`${shareOf(own.filter((one) => !survivors.includes(one)).length, own.length)} ${file}`);
  console.log(`${shareOf(those.length - survivors.length, those.length)} ${name}`);
  if ((100 * (those.length - survivors.length)) / those.length < enough) process.exitCode = 1;
  const score: Score = {
    mutants: mutants.length,
    tried: those.length,
    killed: noticed.size,
    rejected: rejected.size,
    ...(draw === undefined ? {} : { seed: draw.seed }),
    survivors: survivors.map(survivorOf),
  };
  if (!isPart) update(({ modules: all }) => ({ modules: { ...all, [name]: score } }));
}

/** Returns the draw. Undefined to try every mutant. With only `--survivors`, returns the draw of the summary. */
function drawOf(name: string, mutants: number): Draw | undefined {
  if (values.survivors && values.draw === undefined) {
    const { tried: count, seed } = readSummary().modules[name] ?? { tried: 0 };
    return seed === undefined ? undefined : { count, seed };
  }
  const count = Number(values.draw ?? mutants);
  return count < mutants ? { count, seed: printedSeed() } : undefined;
}

async function tryRules(): Promise<void> {
  const summary = readSummary();
  const isMissing = (rule: Rule) =>
    issuesOf(summary, [rule], new Set()).some((issue) => issue.startsWith(`${rule.id}:`));
  const wanted = rules().filter(
    (rule) =>
      rule.titles.length > 0 &&
      (isAll || ids.some((start) => rule.id.startsWith(start)) || (values.missing && isMissing(rule))),
  );
  const sources = filesOf(['packages/{sdk,mock-gateway,conformance,cli}/src/**/*.ts'], isSource).filter(
    (file) => !file.includes('/postgres/'),
  );
  const instrumented = await instrument(sources);
  const byKey = new Map(instrumented.mutants.map(({ key, id }) => [key, id]));
  const keys = new Map(instrumented.mutants.map(({ key, id }) => [id, key]));
  const known = (id: string) =>
    [...new Set(Object.values(summary.rules[id] ?? {}).flatMap((those) => those ?? []))]
      .map((key) => byKey.get(key))
      .filter((mutant) => mutant !== undefined);
  const imported = ({ files }: Rule) => {
    const those = new Set(files.flatMap((file) => [...importsOf(file)]));
    return instrumented.mutants.filter(({ file }) => those.has(file)).map(({ id }) => id);
  };
  const jobs = wanted.map((rule) => jobOf(rule, known(rule.id), imported(rule)));
  const testFiles = [...new Set(wanted.flatMap((rule) => rule.testFiles))].sort();
  const lines = await tried('rules', instrumented, {
    testFiles,
    titles: `\\[(?:${wanted.map(({ id }) => id.replaceAll('.', '\\.')).join('|')})\\]`,
    jobs,
  });
  for (const { id, titles } of wanted) {
    const line = lines.get(id);
    const killed = line?.status === 'tried' ? line.killed : {};
    const found = titles.map((title): [string, readonly string[] | null] => [
      title,
      killed[title]?.map((mutant) => keys.get(mutant) ?? '').sort() ?? null,
    ]);
    update(({ rules: those }) => ({ rules: { ...those, [id]: Object.fromEntries(found) } }));
    for (const [title, those] of found)
      if (those?.length === 0) console.log(`${id}: the test finds none of the mutants: ${title}`);
    if (isPlanted.has(id) || found.some(([, those]) => (those?.length ?? 0) > 0)) continue;
    console.log(`${id}: no test notices a mutant`);
    process.exitCode = 1;
  }
}

/**
 * Returns the results of the jobs. Reads them from the journal if the sources and tests have not changed, or runs the
 * jobs.
 */
async function tried(
  name: string,
  { sources }: Instrumented,
  { testFiles, titles, jobs }: Pick<Given, 'testFiles' | 'titles' | 'jobs'>,
): Promise<ReadonlyMap<string, Line>> {
  const state = digest([...sources.keys()].map((file) => path.relative(root, file)).concat(testFiles));
  const journal = path.join(cache, `${name}.jsonl`);
  const coverage = path.join(cache, `${name}.coverage`);
  const stateFile = path.join(cache, `${name}.state`);
  if (!existsSync(stateFile) || readFileSync(stateFile, 'utf8') !== state) {
    rmSync(coverage, { force: true });
    // A mutant that earlier tests found counts as found, because tests only become stricter.
    writeFileSync(journal, values.survivors ? killedIn(journal) : '');
    writeFileSync(stateFile, state);
  }
  console.error(`${name}: ${jobs.length} to try, ${testFiles.length} test files`);
  const lines = await done(sources, { testFiles: testFiles.map(absolute), titles, jobs, journal, coverage });
  for (const line of lines.values())
    if (line.status === 'fails without a mutant') console.error(`${line.status}: ${line.name}`);
  return lines;
}

function killedIn(journal: string): string {
  const lines = [...linesOf(journal).values()].filter(({ status }) => status === 'killed');
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function update(change: (summary: Summary) => Partial<Summary>): void {
  const summary = readSummary();
  writeSummary({ ...summary, ...change(summary) });
}

function shareOf(killed: number, count: number): string {
  return `${((100 * killed) / count).toFixed(1)} % of ${count}`;
}

function isWanted(file: string): boolean {
  return (changed?.has(file) ?? true) && file.endsWith(values.of ?? '');
}

function changedSince(commit: string): readonly string[] {
  return execFileSync('git', ['diff', '--name-only', '--relative', commit], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
}

function absolute(file: string): string {
  return path.join(root, file);
}
