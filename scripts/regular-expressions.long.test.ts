import { expect, test } from 'vitest';
import { longToAnalyse, problemOf } from './regular-expressions.ts';

test.each(longToAnalyse)('the expression %s takes time in proportion to the length of the string', (text) => {
  expect(problemOf(text)).toBeUndefined();
});
