import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

const outcome = { found: undefined, singles: 5, pairs: 3, hashes: 9, complete: true };
const unexplained: Parameters<typeof summaryOf>[0] = {
  verdict: 'unexplained',
  mistakes: [],
  outcome,
  received: 'F'.repeat(31),
  hasKeys: true,
  hasBaseString: true,
};

it('the summary of an unexplained sign shows the size of the search and the next step', () => {
  const none = 'None of 5 single mistakes and 3 pairs of mistakes produces this sign.';
  const length =
    'The sign has 31 hexadecimal digits, so it was truncated or lost its leading zeros. An MD5 sign has 32.';
  const next =
    'Either the key is wrong or the mistake is unknown. First check that the key belongs to this Merchant ID.';
  const ask =
    'Then pass the base string, which is the exact string that your code hashes. The doctor compares each character.';
  expect(summaryOf(unexplained)).toBe(`${none} ${length} ${next}`);
  expect(summaryOf({ ...unexplained, received: 'F'.repeat(32), hasBaseString: false })).toBe(
    `${none} ${next} ${ask}`,
  );
  const limited = summaryOf({ ...unexplained, outcome: { ...outcome, complete: false } });
  expect(limited).toContain('3 pairs of mistakes (the maximum of the search) produces this sign.');
});

it('the summary states a correct sign, the mistakes of an explained sign, or the missing key', () => {
  const mistake = { id: 'a', title: 'One', fix: 'Do this.', fixes: {} } as never;
  expect(summaryOf({ ...unexplained, verdict: 'valid' })).toBe('The sign is correct.');
  expect(summaryOf({ ...unexplained, verdict: 'explained', mistakes: [mistake, mistake] })).toBe(
    'One. Do this. And: One. Do this.',
  );
  expect(summaryOf({ ...unexplained, hasKeys: false })).toBe(
    'Without a key, the doctor can show only the expected base string.',
  );
});
