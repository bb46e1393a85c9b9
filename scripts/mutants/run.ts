/**
 * `npm run mutants` tries the mistakes that Stryker can think of, one at a time, and writes down in `summary.json` which
 * of them the tests notice: of each module of `modules.ts` how many, and for each rule of
 * docs/reference/conformance.md some that its own tests notice. That takes hours. What has been tried is kept in
 * `.cache/mutants`, so that a run that was ended goes on where it was.
 *
 * `-- protocol` tries one module, `-- spec:payin` the rules whose ids begin so, `--missing` the rules that the summary
 * lacks. `--draw 300` tries so many mutants of a module, drawn at random, `--of money.ts` those of the sources
 * whose path ends so, `--changed main` those of the sources that differ from a commit; these two write nothing. Exit code 1 when too few were noticed, or none by a rule's tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { printedSeed } from '../../test/seed.ts';
import { digest, root } from '../workspace.mjs';
import {
  described,
  filesOf,
  type Generated,
  type Instrumented,
  instrument,
  survivorOf,
} from './instrument.ts';
import type { Given, Job, Line } from './jobs.ts';
import { type Module, modules } from './modules.ts';
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
if (names.length > 0) await tryModules();
if (isAll || values.missing || ids.length > 0) await tryRules();

interface Drawn {
  readonly name: string;
  readonly module: Module;
  readonly mutants: readonly Generated[];
  readonly drawn: readonly Generated[];
}

async function tryModules(): Promise<void> {
  const instrumented = await instrument(
    names.flatMap((name) => sourcesOf(modules[name])).filter((file) => isWanted(file)),
  );
  const all = names.flatMap((name): readonly Drawn[] => {
    const module = modules[name];
    const files = new Set(sourcesOf(module));
    const mutants = instrumented.mutants.filter(
      ({ file, mutator }) => files.has(file) && mutator !== 'NumberLiteral',
    );
    return module === undefined || mutants.length === 0
      ? []
      : [{ name, module, mutants, drawn: draw(mutants) }];
  });
  const testFiles = filesOf(
    all.flatMap(({ module }) => [...module.sources, ...module.tests]),
    isTest,
  ).filter((file) => !isAlone(file));
  const imports = new Imports(filesOf(['packages/*/{src,test}/**/*.ts'], /\.ts$/));
  const jobs = all
    .flatMap(({ drawn }) => drawn)
    .map(
      ({ key, id, file }): Job => ({
        kind: 'score',
        name: key,
        mutant: id,
        source: file,
        nearFiles: imports.near(file, testFiles, 3).map(absolute),
      }),
    );
  const lines = await tried(isPart ? 'part' : 'modules', instrumented, { testFiles, titles: '', jobs });
  for (const one of all) report(one, (key) => lines.get(key)?.status ?? 'not tried');
}

function report({ name, module, mutants, drawn }: Drawn, statusOf: (key: string) => string): void {
  const scoreOf = (those: readonly Generated[]): Score => ({
    mutants: mutants.length,
    tried: those.length,
    killed: those.filter(({ key }) => statusOf(key) === 'killed').length,
    survivors: those.filter(({ key }) => statusOf(key) !== 'killed').map(survivorOf),
  });
  for (const mutant of drawn)
    if (statusOf(mutant.key) !== 'killed') console.log(`${statusOf(mutant.key)} ${described(mutant)}`);
  for (const [file, those] of Map.groupBy(drawn, (mutant) => mutant.file))
    console.log(`${shareOf(scoreOf(those))} ${file}`);
  const score = scoreOf(drawn);
  console.log(`${shareOf(score)} ${name}`);
  if ((100 * score.killed) / score.tried < module.enough) process.exitCode = 1;
  if (!isPart) update(({ modules: those }) => ({ modules: { ...those, [name]: score } }));
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
      if (those?.length === 0) console.log(`${id}: notices none of what it was tried with: ${title}`);
    if (isPlanted.has(id) || found.some(([, those]) => (those?.length ?? 0) > 0)) continue;
    console.log(`${id}: no test notices a mutant`);
    process.exitCode = 1;
  }
}

/** What became of each job, from the journal of this state of the sources and tests or from a run. */
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
    writeFileSync(journal, '');
    writeFileSync(stateFile, state);
  }
  console.error(`${name}: ${jobs.length} to try, ${testFiles.length} test files`);
  const lines = await done(sources, { testFiles: testFiles.map(absolute), titles, jobs, journal, coverage });
  for (const line of lines.values())
    if (line.status === 'fails without a mutant') console.error(`${line.status}: ${line.name}`);
  return lines;
}

function draw(mutants: readonly Generated[]): readonly Generated[] {
  const count = Math.min(Number(values.draw ?? mutants.length), mutants.length);
  if (count === mutants.length) return mutants;
  const shuffled = fc.shuffledSubarray([...mutants], { minLength: mutants.length });
  return (fc.sample(shuffled, { numRuns: 1, seed: printedSeed() })[0] ?? []).slice(0, count);
}

function update(change: (summary: Summary) => Partial<Summary>): void {
  const summary = readSummary();
  writeSummary({ ...summary, ...change(summary) });
}

function shareOf({ tried: count, killed }: Score): string {
  return `${((100 * killed) / count).toFixed(1)} % of ${count}`;
}

function sourcesOf(module: Module | undefined): readonly string[] {
  return filesOf(module?.sources ?? [], isSource);
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
