import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closingLine, countTests, durationsOf, longest, withoutSkips } from './test-report.mjs';
import { root } from './workspace.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-report-'));
const file = path.join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function count(report: object, exitCode: number) {
  writeFileSync(file, JSON.stringify(report));
  return countTests(file, exitCode);
}

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const unloaded = { status: 'failed', assertionResults: [] };

test('the report counts each test', () => {
  const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, testResults: [passed, failed] };
  expect(count(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('the report counts a file that fails to load as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [passed, unloaded],
  };
  expect(count(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('the report counts an error outside a test as a failure', () => {
  expect(
    count({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, testResults: [passed] }, 1),
  ).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
  });
});

test('the report counts a run without tests as a failure', () => {
  expect(count({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }, 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('the report counts a run without a report as a failure', () => {
  expect(countTests(path.join(folder, 'absent.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the report shows the count of skipped tests only if it is above zero', () => {
  const report = { numPassedTests: 16990, numFailedTests: 0, numPendingTests: 31, testResults: [passed] };
  expect(closingLine(count(report, 0))).toBe('16990 passed, 0 failed, 31 skipped');
  expect(closingLine(count({ ...report, numPendingTests: 0 }, 0))).toBe('16990 passed, 0 failed');
});

test('the report counts a skipped test as a failure if every test has to run', () => {
  const counts = { passed: 16990, failed: 1, skipped: 31 };
  expect(closingLine(withoutSkips(counts))).toBe('16990 passed, 32 failed');
});

test('the report lists the slowest test files with their durations', () => {
  const ran = (name: string, endTime: number) => ({
    ...passed,
    name: path.join(root, name),
    startTime: 500,
    endTime,
  });
  writeFileSync(file, JSON.stringify({ testResults: [ran('a.test.ts', 1_700), ran('b.test.ts', 32_500)] }));
  expect(longest(durationsOf(file))).toEqual(['   32.0 s  b.test.ts', '    1.2 s  a.test.ts']);
  expect(longest(Array.from({ length: 11 }, (_, at) => ({ name: '', duration: at })))).toHaveLength(10);
});
