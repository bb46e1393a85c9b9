import { expect, test } from 'vitest';
import { didYouMean } from './suggest.ts';

const names = ['payin.success', 'payin.failed', 'payout.success', 'link.success'];

test.each([
  ['payin.sucess', ' (Did you mean payin.success?)'],
  ['PAYIN.FAILED', ' (Did you mean payin.failed?)'],
  ['payin.faiedl', ' (Did you mean payin.failed?)'],
  ['payin.successful', ' (Did you mean payin.success?)'],
  ['refund', ''],
  ['', ''],
])('the suggestion for %j is %j', (word, suggestion) => {
  expect(didYouMean(word, names)).toBe(suggestion);
});

test('a suggestion lists all names that are equally similar', () => {
  expect(didYouMean('shop', ['shop1', 'shop2', 'mart'])).toBe(' (Did you mean one of shop1, shop2?)');
});
