import type { Context } from './context.ts';
import { lengthWords } from './digest-encodings.ts';
import type { Mistake } from './explanation.ts';
import type { Outcome } from './search.ts';

const askForBaseString =
  'Then pass the base string, which is the exact string that your code hashes. The doctor compares each character.';

/** Summary of the mistakes that explain a sign. */
export function explainedSummary(mistakes: readonly Pick<Mistake, 'title' | 'fix'>[]): string {
  return mistakes.map(({ title, fix }) => `${title}. ${fix}`).join(' And: ');
}

/** Summary of a search that explains nothing, with the next step. */
export function unexplainedSummary(
  { bases, received }: Pick<Context, 'bases' | 'received'>,
  { singles, pairs, complete }: Outcome,
  hasBaseString: boolean,
): string {
  if (bases.length === 0) return 'Without a key, the doctor can show only the expected base string.';
  const all = complete ? '' : ' (the maximum of the search)';
  return [
    `None of ${singles} single mistakes and ${pairs} pairs of mistakes${all} produces this sign.`,
    lengthWords(received),
    'Either the key is wrong or the mistake is unknown. First check that the key belongs to this Merchant ID.',
    hasBaseString ? '' : askForBaseString,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
