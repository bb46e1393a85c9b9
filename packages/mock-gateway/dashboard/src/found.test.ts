import { expect, it } from 'vitest';
import { completedOf, groupedExchanges, inReadingOrder, outcomeOf, tallyOf } from './found.ts';
import type { CaseOfCheck, EndpointCheck } from './types.ts';

const one = (id: string, status: CaseOfCheck['status']): CaseOfCheck => ({
  ...{ id, status, title: '', message: '', exchanges: [] },
});
const checks = [one('a', 'pass'), one('b', 'skip'), one('c', 'warn'), one('d', 'fail'), one('e', 'pass')];
const ids = (cases: readonly CaseOfCheck[]) => cases.map(({ id }) => id).join('');

it('test cases keep their order during a run, and the finished list shows cases with a fix first', () => {
  expect(ids(inReadingOrder({ state: 'running', checks }))).toBe('abcde');
  expect(ids(inReadingOrder({ state: 'done', checks }))).toBe('dcaeb');
  expect(ids(inReadingOrder({ state: 'none', checks: [one('x', 'waiting'), one('y', 'waiting')] }))).toBe(
    'xy',
  );
});

it('waiting and running test cases do not count as completed', () => {
  expect(completedOf({ checks: [...checks, one('f', 'running'), one('g', 'waiting')] })).toBe(5);
});

it('consecutive requests of a test case with equal results share one line', () => {
  const sent = (text: string, received = '200 success') => ({ sent: text, received, durationMs: 1 });
  expect(groupedExchanges([sent('a'), sent('a'), sent('a', '503'), sent('b'), sent('a')])).toEqual([
    { sent: 'a', received: '200 success', times: 2 },
    { sent: 'a', received: '503', times: 1 },
    { sent: 'b', received: '200 success', times: 1 },
    { sent: 'a', received: '200 success', times: 1 },
  ]);
});

const check: EndpointCheck = {
  ...{ state: 'done', startedAt: null, url: null, message: null, checks },
  ...{ passed: 2, failed: 1, warned: 1, skipped: 1 },
};

it('the dashboard describes the result of a check in words', () => {
  expect(tallyOf(check)).toBe('2 passed, 1 failed, 1 warning, 1 skipped');
  expect(outcomeOf(check)).toEqual({ text: 'The webhook check failed: 1 case.', kind: 'problem' });
  expect(outcomeOf({ ...check, failed: 0 })).toMatchObject({ kind: 'done' });
  const message = 'The check was stopped.';
  expect(outcomeOf({ ...check, state: 'stopped', message })).toEqual({ text: message, kind: 'done' });
});
