import type { Check, CheckReport } from '@inrgate/conformance';
import { expect, test } from 'vitest';
import { reportText } from './report-text.ts';

const failed: Check = {
  id: 'again',
  title: 'twice is once',
  status: 'fail',
  message: 'credited "twice" <b>&\u001b[31m\u202e',
  why: 'it costs',
  fix: 'claim it #first',
  exchanges: [
    { sent: 'a pay-in', received: '200 ok', durationMs: 5 },
    { sent: 'a pay-in', received: '200 ok', durationMs: 7 },
  ],
};
const report: CheckReport = {
  ...{ passed: 1, failed: 1, warned: 1, skipped: 1 },
  checks: [
    { id: 'plain', title: 'a plain one holds', status: 'pass', message: '200 success', exchanges: [] },
    failed,
    { id: 'odd', title: 'it is exact', status: 'warn', message: 'in quotes', exchanges: [] },
    { id: 'unseen', title: 'c # d', status: 'skip', message: 'no #probe', exchanges: [] },
  ],
};

test('a text report lists failures in full before other findings and skipped cases, without control characters', () => {
  const text = reportText(report, { heading: 'Endpoint x', again: (id) => `again ${id}` });
  expect(text).toContain('1 passed, 1 failed, 1 warning, 1 skipped');
  expect(text).toContain('received  2 × 200 ok');
  expect(text).toContain('repeat    again again');
  expect(text).toMatch(/no #probe:\n {4}unseen$/);
  expect(text).toContain('\\u{1b}[31m\\u{202e}');
  expect(text).not.toContain('\u202e');
});

test('a text report shows three findings in full, and every further finding with its fix, which equal fixes share', () => {
  const checks = Array.from({ length: 22 }, (_, index) => ({
    ...failed,
    id: `case-${index}`,
    message: `credited ${'x'.repeat(300)}.`,
    fix: index < 20 ? 'claim it first' : 'verify it first',
  }));
  const text = reportText({ ...report, checks }, { heading: 'Endpoint x', again: (id) => `again ${id}` });
  expect(text.split('\n').length).toBeLessThan(60);
  expect(text.match(/^ {2}fix /gm)).toHaveLength(3);
  expect(text.match(/case-\d+ {2}credited x{300}\./g)).toHaveLength(19);
  expect(text.match(/^ {8}fix {2}.*$/gm)).toEqual([
    '        fix  claim it first',
    '        fix  verify it first',
  ]);
});
