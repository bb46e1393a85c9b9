import { marginOfError } from '../../mutants/draw.ts';
import { modules } from '../../mutants/modules.ts';
import type { Survivor } from '../../mutants/reason.ts';
import { reasonOf, type Score } from '../../mutants/survivors.ts';
import { code, pageOf, table } from './markdown.ts';

interface Summary {
  readonly modules: Readonly<Record<string, Score>>;
  readonly rules: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>;
}

/** Creates the page of the scores from the summary that `npm run mutants` writes. */
export function mutationScoresPage({ modules: scores, rules }: Summary): string {
  const titles = Object.values(rules).flatMap((one) => Object.values(one));
  const tried = titles.filter((keys) => keys !== null);
  const killing = Object.values(rules).filter((one) =>
    Object.values(one).some((keys) => (keys ?? []).length > 0),
  );
  return pageOf(
    'Mutation scores',
    'A mutant is a mistake that a program adds to the code. See [Mutants](mutants.md) for the method.',
    '## Modules',
    'The score is the share of the tried mutants that a module’s tests kill or the compiler rejects. If a run tries only some mutants of a module, the seed selects them at random. The column “margin” then shows the margin of error with a confidence of 95 %. Some tests were added for survivors of a selection, so another seed can return a lower score.',
    table(
      ['module', 'target', 'mutants', 'tried', 'killed', 'rejected', 'score', 'margin', 'seed'],
      Object.entries(modules).map(([name, { enough }]) => [
        code(name),
        `${enough} %`,
        ...cells(scores[name]),
      ]),
    ),
    '## Rules',
    `The tests of ${killing.length} of ${Object.keys(rules).length} rules kill a generated mutant. Hand-written mutants cover the remaining rules. ` +
      `${tried.filter((keys) => keys.length > 0).length} of ${tried.length} tried test titles kill a mutant without other tests.`,
    '## Survivors',
    table(
      ['source', 'code', 'mutant', 'reason'],
      Object.values(scores).flatMap(({ survivors }) => survivors.map(rowOf)),
    ),
  );
}

function rowOf(one: Survivor): readonly string[] {
  return [code(one.file), shown(one.from), shown(one.to), reasonOf(one) ?? 'no reason yet'];
}

function cells(score: Score | undefined): readonly string[] {
  if (score === undefined) return ['', '', '', '', 'not measured since its tests changed', '', ''];
  const { mutants, tried, killed, rejected = 0, seed } = score;
  const found = killed + rejected;
  const share = `${((100 * found) / tried).toFixed(1)} %`;
  const margin = seed === undefined ? '' : `± ${marginOfError(found, tried, mutants).toFixed(1)} points`;
  return [...[mutants, tried, killed, rejected].map(String), share, margin, String(seed ?? '')];
}

function shown(text: Survivor['from']): string {
  return code(text.replaceAll('`', "'").replaceAll('|', '\\|'));
}
