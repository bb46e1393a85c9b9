/**
 * `npm run mutants` puts each mistake of rows/ into the code, one at a time, and runs the tests of its row of
 * docs/reference/conformance.md: one that bears the row's id has to fail. `npm run mutants -- spec:payin spec:auth.keys`
 * tries those whose ids begin so, `--jobs N` so many at a time, `--json` prints what happened to each. Exit code 1 when
 * one was not noticed.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Row } from '../conformance.ts';
import { Bench } from './bench.ts';
import { allMutants, faultsOf, type Mutant, rowsOfPage } from './mutant.ts';
import { type Suite, suiteOf } from './test-files.ts';

interface Verdict {
  readonly mutant: Mutant;
  readonly killed: boolean;
  /** The test that noticed, or what went wrong. */
  readonly how: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    json: { type: 'boolean', default: false },
  },
});

const asked = (id: string) => positionals.length === 0 || positionals.some((start) => id.startsWith(start));
const rows = rowsOfPage().filter(({ id }) => asked(id));
const ids = rows.map(({ id }) => id);
const mutants = (await allMutants()).filter(({ id }) => asked(id));
const faults = [...faultsOf(mutants, ids), ...(await faultsUnmutated())];
for (const fault of faults) console.error(fault);
const verdicts = await tryAll();
const killed = verdicts.filter((verdict) => verdict.killed).length;
if (values.json) {
  const told = verdicts.map(({ mutant, ...verdict }) => ({ ...mutant, ...verdict }));
  console.log(JSON.stringify({ rows: rows.length, faults, mutants: told }, undefined, 2));
}
console.error(`${rows.length} rows, ${mutants.length} mutants, ${killed} killed, ${faults.length} faults`);
process.exit(faults.length === 0 && killed === mutants.length ? 0 : 1);

/** The tests have to pass as the code is, and each row's have to run. */
async function faultsUnmutated(): Promise<readonly string[]> {
  const bench = await Bench.open();
  const { passed, failed, errors } = await bench.run({ suites: rows.flatMap(suitesOf), titles: anyOf(ids) });
  await bench.close();
  if (failed.length + errors.length > 0)
    return [...failed, ...errors].map((what) => `without a mutant: ${what}`);
  return rows
    .filter(({ id }) => !passed.some((title) => title.includes(`[${id}]`)))
    .map(({ id }) => `no test of ${id} runs`);
}

async function tryAll(): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const left = [...mutants];
  const work = async (): Promise<void> => {
    const bench = await Bench.open();
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const verdict = await tryOne(bench, mutant);
      verdicts.push(verdict);
      const { id, file, replace, by } = mutant;
      console.error(`${verdicts.length}/${mutants.length} ${verdict.killed ? 'killed' : 'SURVIVED'} ${id}`);
      if (!verdict.killed) console.error(`  ${file}\n  - ${replace}\n  + ${by}\n  ${verdict.how}`);
    }
    await bench.close();
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  return verdicts;
}

async function tryOne(bench: Bench, mutant: Mutant): Promise<Verdict> {
  const suites = rows.filter(({ id }) => id === mutant.id).flatMap(suitesOf);
  const { passed, failed, errors } = await bench.run({ suites, titles: anyOf([mutant.id]), mutant });
  const killer = failed.find((title) => title.includes(`[${mutant.id}]`));
  if (killer !== undefined) return { mutant, killed: true, how: killer };
  return { mutant, killed: false, how: errors[0] ?? `${passed.length} tests passed` };
}

function suitesOf({ files }: Row): readonly Suite[] {
  return files.map(suiteOf);
}

function anyOf(ids: readonly string[]): RegExp {
  return new RegExp(ids.map((id) => `\\[${id.replaceAll('.', '\\.')}\\]`).join('|'));
}
