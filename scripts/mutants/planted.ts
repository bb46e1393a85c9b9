/**
 * `npm run mutants:planted` inserts each mistake of planted-mutants.ts into the code, one at a time. It runs the tests
 * that docs/reference/conformance.md lists for the rule, and a test with the rule's id must fail. `-- contract:several`
 * selects the rules whose ids begin with this string. The exit code is 1 if the tests miss a mistake.
 */
import { parseArgs } from 'node:util';
import type { Row } from '../conformance.ts';
import { Bench } from './bench.ts';
import { issuesOf, type Mutant } from './mutant.ts';
import { mutants as all } from './planted-mutants.ts';
import { rowsOfPage } from './rules.ts';
import { type Suite, suiteOf } from './test-files.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const isWanted = (id: string) =>
  positionals.length === 0 || positionals.some((start) => id.startsWith(start));
const mutants = all.filter(({ id }) => isWanted(id));
const ids = new Set(mutants.map(({ id }) => id));
const rows = rowsOfPage().filter(({ id }) => ids.has(id));
const bench = await Bench.open();
const issues = [...issuesOf(mutants, [...ids]), ...(await issuesUnmutated())];
for (const issue of issues) console.error(issue);
let killed = 0;
for (const mutant of mutants) if (await isNoticed(mutant)) killed += 1;
await bench.close();
console.error(`${mutants.length} mutants, ${killed} killed, ${issues.length} issues`);
process.exit(issues.length === 0 && killed === mutants.length ? 0 : 1);

/** Checks that the tests pass without a mistake, and that tests of each rule run. */
async function issuesUnmutated(): Promise<readonly string[]> {
  const { passed, failed, errors } = await bench.run({
    suites: rows.flatMap(suitesOf),
    titles: anyOf([...ids]),
  });
  if (failed.length + errors.length > 0)
    return [...failed, ...errors].map((what) => `without a mutant: ${what}`);
  return [...ids]
    .filter((id) => !passed.some((title) => title.includes(`[${id}]`)))
    .map((id) => `no test of ${id} runs`);
}

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const suites = rows.filter(({ id }) => id === mutant.id).flatMap(suitesOf);
  const { passed, failed, errors } = await bench.run({ suites, titles: anyOf([mutant.id]), mutant });
  const noticed = failed.some((title) => title.includes(`[${mutant.id}]`));
  const { id, file, replace, by } = mutant;
  console.error(`${noticed ? 'killed' : 'SURVIVED'} ${id}`);
  if (!noticed)
    console.error(`  ${file}\n  - ${replace}\n  + ${by}\n  ${errors[0] ?? `${passed.length} tests passed`}`);
  return noticed;
}

function suitesOf({ files }: Row): readonly Suite[] {
  return files.map(suiteOf);
}

function anyOf(ids: readonly string[]): RegExp {
  return new RegExp(ids.map((id) => `\\[${id.replaceAll('.', '\\.')}\\]`).join('|'));
}
