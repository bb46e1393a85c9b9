import { lengthWords } from './digest-encodings.ts';
import type { Mistake, Verdict } from './explanation.ts';
import type { Outcome } from './search.ts';

interface Told {
  readonly verdict: Verdict;
  readonly mistakes: readonly Mistake[];
  readonly outcome: Outcome;
  readonly received: string;
  readonly hasKeys: boolean;
  readonly hasBaseString: boolean;
}

const askForBaseString =
  'Then hand in the base string, the exact text that your code hashes: it is compared character by character.';

/** The verdict in words. */
export function summaryOf({ verdict, mistakes, outcome, received, hasKeys, hasBaseString }: Told): string {
  if (verdict === 'valid') return 'The sign is right.';
  if (verdict === 'explained')
    return `${mistakes.map(({ title, fix }) => `${title}. ${fix}`).join(' And: ')}`;
  if (!hasKeys) return 'There is no key to try, so nothing can be said but how the text should be.';
  const { singles, pairs, complete } = outcome;
  const all = complete ? '' : ', as far as the limits let them be tried,';
  return [
    `None of ${singles} single mistakes and ${pairs} pairs of them${all} gives this sign.`,
    lengthWords(received),
    'A wrong key cannot be told from an unknown mistake without that key: check first that key and Merchant ID belong together.',
    hasBaseString ? '' : askForBaseString,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
