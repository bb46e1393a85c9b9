import { expect, it } from 'vitest';
import { explainedSummary, unexplainedSummary } from './summary.ts';

const outcome = { found: undefined, singles: 5, pairs: 3, hashes: 9, complete: true };
const bases = [{}] as never;
const context = { bases, received: 'F'.repeat(31) };

it('the summary of an unexplained sign shows the size of the search and the next step', () => {
  const none = 'None of 5 single mistakes and 3 pairs of mistakes produces this sign.';
  const length =
    'The sign has 31 hexadecimal digits, so it was truncated or lost its leading zeros. An MD5 sign has 32.';
  const next =
    'Either the key is wrong or the mistake is unknown. First check that the key belongs to this Merchant ID.';
  const ask =
    'Then pass the base string, which is the exact string that your code hashes. The doctor compares each character.';
  expect(unexplainedSummary(context, outcome, true)).toBe(`${none} ${length} ${next}`);
  expect(unexplainedSummary({ bases, received: 'F'.repeat(32) }, outcome, false)).toBe(
    `${none} ${next} ${ask}`,
  );
  const limited = unexplainedSummary(context, { ...outcome, complete: false }, true);
  expect(limited).toContain('3 pairs of mistakes (the maximum of the search) produces this sign.');
});

it('the summary states the mistakes of an explained sign, or the missing key', () => {
  const mistake = { title: 'One', fix: 'Do this.' };
  expect(explainedSummary([mistake, mistake])).toBe('One. Do this. And: One. Do this.');
  expect(unexplainedSummary({ ...context, bases: [] }, outcome, true)).toBe(
    'Without a key, the doctor can show only the expected base string.',
  );
});
