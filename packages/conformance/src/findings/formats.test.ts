import { expect, test } from 'vitest';
import { formattedReport } from './formats.ts';
import type { CheckReport } from './report.ts';

const report: CheckReport = {
  passed: 1,
  failed: 1,
  warned: 1,
  skipped: 1,
  checks: [
    {
      id: 'plain',
      title: 'a plain one holds',
      status: 'pass',
      message: '200 success',
      exchanges: [{ sent: 'a pay-in', received: '200 success', durationMs: 12 }],
    },
    {
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
    },
    {
      id: 'odd',
      title: 'it is exact',
      status: 'warn',
      message: 'in quotes',
      why: 'w',
      fix: 'f',
      exchanges: [],
    },
    { id: 'unseen', title: 'c # d', status: 'skip', message: 'no #probe', exchanges: [] },
  ],
};

test('the JUnit XML of a report contains a failure, a skipped case and a warning, without invalid characters', () => {
  expect(formattedReport(report, 'junit', 'inrgate check')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="inrgate check" tests="4" failures="1" errors="0" time="0.024">
  <testsuite name="inrgate check" tests="4" failures="1" errors="0" skipped="1" time="0.024">
    <testcase classname="inrgate check" name="plain: a plain one holds" time="0.012"/>
    <testcase classname="inrgate check" name="again: twice is once" time="0.012"><failure message="credited &quot;twice&quot; &lt;b&gt;&amp;\\u{1b}[31m\\u{202e}" type="finding">2 × a pay-in: 200 ok
why: it costs
fix: claim it #first</failure></testcase>
    <testcase classname="inrgate check" name="odd: it is exact" time="0.000"><system-out>warning: in quotes
why: w
fix: f</system-out></testcase>
    <testcase classname="inrgate check" name="unseen: c # d" time="0.000"><skipped message="no #probe"/></testcase>
  </testsuite>
</testsuites>
`);
});

test('the TAP 14 output of a report contains a plan, skip directives and findings as YAML', () => {
  expect(formattedReport(report, 'tap', 'inrgate check').split('\n')).toEqual([
    'TAP version 14',
    '1..4',
    'ok 1 - plain: a plain one holds',
    'not ok 2 - again: twice is once',
    '  ---',
    String.raw`  message: "credited \"twice\" <b>&\u001b[31m\u202e"`,
    '  why: "it costs"',
    '  fix: "claim it #first"',
    '  sent: ["2 × a pay-in"]',
    '  received: ["2 × 200 ok"]',
    '  ...',
    'ok 3 - odd: it is exact',
    '# warning: in quotes',
    'ok 4 - unseen: c \\# d # SKIP no \\#probe',
    '',
  ]);
});

test('the JSON of a report is one line', () => {
  const text = formattedReport(report, 'json', 'inrgate check');
  expect(JSON.parse(text)).toEqual(report);
  expect(text).toMatch(/^[^\n]*\n$/);
  for (const active of ['\u001b', '\u202e']) expect(text).not.toContain(active);
});
