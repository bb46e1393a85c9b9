/**
 * `npm run mutants:planted` inserts each mistake of planted-mutants.ts into the code, one at a time. It runs the tests
 * that docs/reference/conformance.md lists for the rule, and a test with the rule's id must fail. `-- contract:several`
 * selects the rules whose ids begin with this string. The exit code is 1 if the tests miss a mistake.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ViteUserConfig } from 'vitest/config';
import { createVitest } from 'vitest/node';
import { source } from '../../vitest.config.ts';
import { root } from '../workspace.mjs';
import { issuesOf, type Mutant, mutated } from './mutant.ts';
import { mutants as all } from './planted-mutants.ts';
import { rowsOfPage } from './rules.ts';
import { testFilesOf } from './test-files.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const isWanted = (id: string) =>
  positionals.length === 0 || positionals.some((start) => id.startsWith(start));
const mutants = all.filter(({ id }) => isWanted(id));
const ids = new Set(mutants.map(({ id }) => id));
const rows = rowsOfPage().filter(({ id }) => ids.has(id));
const issues = [...issuesOf(mutants, [...ids]), ...(await issuesUnmutated())];
for (const issue of issues) console.error(issue);
let killed = 0;
for (const mutant of mutants) if (await isNoticed(mutant)) killed += 1;
console.error(`${mutants.length} mutants, ${killed} killed, ${issues.length} issues`);
process.exit(issues.length === 0 && killed === mutants.length ? 0 : 1);

/** Checks that the tests pass without a mistake, and that tests of each rule run. */
async function issuesUnmutated(): Promise<readonly string[]> {
  const { passed, failed, errors } = await runTests([...ids]);
  if (failed.length + errors.length > 0)
    return [...failed, ...errors].map((what) => `without a mutant: ${what}`);
  return [...ids]
    .filter((id) => !passed.some((title) => title.includes(`[${id}]`)))
    .map((id) => `no test of ${id} runs`);
}

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const { passed, failed, errors } = await runTests([mutant.id], mutant);
  const noticed = failed.some((title) => title.includes(`[${mutant.id}]`));
  const { id, file, replace, by } = mutant;
  console.error(`${noticed ? 'killed' : 'SURVIVED'} ${id}`);
  if (!noticed)
    console.error(`  ${file}\n  - ${replace}\n  + ${by}\n  ${errors[0] ?? `${passed.length} tests passed`}`);
  return noticed;
}

/** Runs the tests of some rules, with a mutant in the source if one is given. Ends at the first failure. */
async function runTests(wanted: readonly string[], mutant?: Mutant) {
  const titles = new RegExp(wanted.map((id) => `\\[${id.replaceAll('.', '\\.')}\\]`).join('|'));
  const files = rows.filter(({ id }) => wanted.includes(id)).flatMap((row) => row.files.flatMap(testFilesOf));
  const vitest = await createVitest(
    { config: false, root, watch: false, maxWorkers: 1, bail: 1, fsModuleCache: false, reporters: [{}] },
    { test: { projects: projects(mutant), testNamePattern: titles } },
  );
  const specifications = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const tests = testModules.flatMap(({ children }) => [...children.allTests()]);
  const titlesThat = (state: string) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  const errors = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors].map(messageOf);
  await vitest.close();
  return { passed: titlesThat('passed'), failed: titlesThat('failed'), errors };
}

function projects(mutant?: Mutant): Exclude<NonNullable<ViteUserConfig['test']>['projects'], undefined> {
  const plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform: (code: string, id: string) =>
      path.relative(root, id) === mutant?.file ? mutated(code, mutant) : undefined,
  } as const;
  return ['sdk', 'conformance', 'mock-gateway', 'cli'].map((name) => ({
    ...source,
    plugins: [plugin],
    test: {
      name,
      root: `packages/${name}`,
      isolate: false,
      include: ['**/*.test.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  }));
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
