import { modules } from '../../mutants/modules.ts';
import { reasonOf, type Score, type Survivor } from '../../mutants/survivors.ts';
import { code, pageOf, table } from './markdown.ts';

interface Summary {
  readonly modules: Readonly<Record<string, Score>>;
  readonly rules: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>;
}

/** The page of the scores, from the summary that `npm run mutants` writes. */
export function mutationScoresPage({ modules: scores, rules }: Summary): string {
  const titles = Object.values(rules).flatMap((one) => Object.values(one));
  const tried = titles.filter((keys) => keys !== null);
  const killing = Object.values(rules).filter((one) =>
    Object.values(one).some((keys) => (keys ?? []).length > 0),
  );
  return pageOf(
    'Mutation scores',
    'A mutant is a mistake that a program puts into the code. [Mutants](mutants.md) explains how they are tried.',
    '## Modules',
    'The score is the share of its mutants that a module’s own tests kill.',
    table(
      ['module', 'target', 'mutants', 'tried', 'killed', 'score'],
      Object.entries(modules).map(([name, { enough }]) => [
        code(name),
        `${enough} %`,
        ...cells(scores[name]),
      ]),
    ),
    '## Rules',
    `The tests of ${killing.length} of ${Object.keys(rules).length} rules kill a generated mutant. Mutants that are written by hand cover the others. ` +
      `Of ${tried.length} test titles that were tried, ${tried.filter((keys) => keys.length > 0).length} kill one by themselves.`,
    '## Survivors',
    ...Object.entries(scores).map(([name, score]) => survivorsOf(name, score)),
  );
}

function survivorsOf(name: string, { survivors, tried, killed }: Score): string {
  if (survivors === undefined) {
    const count = `${code(name)} has ${tried - killed} survivors. Most of them are words in lists.`;
    return `${count} The tests of these lists use the control API, so they are not part of the module.`;
  }
  const rows = survivors.map((one) => [
    code(one.file),
    shown(one.from),
    shown(one.to),
    reasonOf(one) ?? 'none yet',
  ]);
  return table(['source', 'code', 'mutant', 'reason'], rows);
}

function cells(score: Score | undefined): readonly string[] {
  if (score === undefined) return ['', '', '', 'not measured since its tests changed'];
  const { mutants, tried, killed } = score;
  return [...[mutants, tried, killed].map(String), `${((100 * killed) / tried).toFixed(1)} %`];
}

function shown(text: Survivor['from']): string {
  return code(text.replaceAll('`', "'").replaceAll('|', '\\|'));
}
