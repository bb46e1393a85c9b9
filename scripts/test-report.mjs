import { readFileSync } from 'node:fs';

/**
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: readonly TestFile[] }} Report
 */

/**
 * Counts the tests of a vitest JSON report. What fails without a test that fails is a failure too: a file that does
 * not load, an error outside a test, an empty run, a run that leaves no report.
 * @param {string} file
 * @param {number} exitCode of vitest
 */
export function countTests(file, exitCode) {
  const report = read(file);
  if (report === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = report;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  const failed = numFailedTests + unloaded.length;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}

/**
 * @param {string} file
 * @returns {Report | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
