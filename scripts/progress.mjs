import { writeFileSync } from 'node:fs';
import { MinimalReporter } from 'vitest/node';
import { seconds } from './workspace.mjs';

const inTerminal = process.stdout.isTTY === true;

/**
 * Vitest's reporter in `npm test` and `npm run check`. Prints the failed tests, and while the tests run how many files
 * have ended: in a terminal on one line, elsewhere on a new line every ten seconds. Writes the counts of the tests to
 * the file in INRGATE_COUNTS.
 */
export default class Progress extends MinimalReporter {
  #files = 0;
  #ended = 0;
  #failed = 0;

  /** @override @type {MinimalReporter['onTestRunStart']} */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    const started = Date.now();
    const print = () => {
      const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
      const line = `       ${this.#ended} of ${this.#files} test files${failed}, ${seconds(started)}`;
      process.stdout.write(inTerminal ? `\r\x1b[K${line}` : `${line}\n`);
    };
    setInterval(print, inTerminal ? 1_000 : 10_000).unref();
  }

  /** @override @type {MinimalReporter['onTestModuleEnd']} */
  onTestModuleEnd(module) {
    this.#ended += 1;
    if (module.state() === 'failed') {
      this.#failed += 1;
      this.#clear();
    }
    super.onTestModuleEnd(module);
  }

  /** @override @type {MinimalReporter['onTestRunEnd']} */
  onTestRunEnd(modules, errors, reason) {
    this.#clear();
    super.onTestRunEnd(modules, errors, reason);
    const file = process.env['INRGATE_COUNTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(countsOf(modules, errors)));
  }

  #clear() {
    if (inTerminal) process.stdout.write('\r\x1b[K');
  }
}

/**
 * Counts each test. A file that does not load, and an error outside the tests, counts as a failed test.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly unknown[]} errors
 */
function countsOf(modules, errors) {
  const counts = { passed: 0, failed: errors.length, skipped: 0 };
  for (const module of modules) {
    const before = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
    if (module.state() === 'failed' && counts.failed === before) counts.failed += 1;
  }
  return counts;
}
