import { readFileSync } from 'node:fs';

/**
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: readonly TestFile[] }} Report
 */

/**
 * Counts the tests of a vitest JSON report. A run can also fail for other reasons: a file does not load, an error
 * occurs outside a test, no test runs, or the report is missing.
 * @param {string} file
 * @param {number} exitCode exit code of vitest
 */
export function countTests(file, exitCode) {
  const report = read(file);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped, testResults } = report;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  const failed = numFailedTests + unloaded.length;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed, skipped };
}

/**
 * The last line of `npm test`.
 * @param {{ passed: number, failed: number, skipped: number }} total
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/**
 * Counts skipped tests as failed.
 * @param {{ passed: number, failed: number, skipped: number }} total
 */
export function withoutSkips({ passed, failed, skipped }) {
  return { passed, failed: failed + skipped, skipped: 0 };
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
