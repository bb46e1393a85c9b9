import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closingLine, countTests, withoutSkips } from './test-report.mjs';

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
