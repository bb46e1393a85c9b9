import { lengthWords } from './digest-encodings.ts';
import type { Mistake, Verdict } from './explanation.ts';
import type { Outcome } from './search.ts';

interface SummaryInput {
  readonly verdict: Verdict;
  readonly mistakes: readonly Mistake[];
  readonly outcome: Outcome;
  readonly received: string;
  readonly hasKeys: boolean;
  readonly hasBaseString: boolean;
}

const askForBaseString =
  'Then pass the base string, which is the exact string that your code hashes. The doctor compares each character.';

export function summaryOf({
  verdict,
  mistakes,
  outcome,
  received,
  hasKeys,
  hasBaseString,
}: SummaryInput): string {
  if (verdict === 'valid') return 'The sign is correct.';
  if (verdict === 'explained')
    return `${mistakes.map(({ title, fix }) => `${title}. ${fix}`).join(' And: ')}`;
  if (!hasKeys) return 'Without a key, the doctor can show only the expected base string.';
  const { singles, pairs, complete } = outcome;
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
