/**
 * `npm run check` runs the compilers, the linters and the quick tests of the source. `npm test` (`--all`) also runs the
 * slow suites and the checks of the packages. Both print each step as it begins and as it ends. The last line is
 * `N passed, N failed`, with `, N skipped` if the machine lacks a program that a test needs. Each test and each checker
 * counts as one. The exit code is 1 after a failure. With INRGATE_SKIPS=fail, a skipped test counts as failed.
 */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { sharedPack } from './pack.mjs';
import { setUpOrExit } from './setup.mjs';
import { compile, libraries, repositoryNode, root, run, runNode, seconds, tools } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ counts: Counts, output: string }} Outcome
 * @typedef {{ name: string, work: () => Promise<Outcome> }} Step
 */

const cache = path.join(root, 'node_modules/.cache/inrgate');
/** True in `.ci/run`, which installs the programs of all tests. */
const skipsFail = process.env['INRGATE_SKIPS'] === 'fail';
/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * The outcome of a program that passes or fails as a whole.
 * @param {{ code: number, output: string }} ended
 * @returns {Outcome}
 */
function whole({ code, output }) {
  return { counts: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }, output };
}

/**
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Step}
 */
function checker(name, script, args) {
  return { name, work: async () => whole(await runNode(script, args)) };
}

/**
 * Runs vitest, which prints to the terminal itself (progress.mjs).
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} [node] the Node that runs vitest
 * @returns {Step}
 */
function tests(name, args, node = repositoryNode()) {
  const work = async () => {
    const file = path.join(cache, 'counts.json');
    rmSync(file, { force: true });
    // packages/cli/test/build.ts reads the second. The commands that tests start find their compiled code in the cache.
    const own = {
      INRGATE_COUNTS: file,
      INRGATE_BUILT: 'yes',
      NODE_COMPILE_CACHE: path.join(cache, 'compiled'),
    };
    const { code } = await run(node, [tools.vitest, 'run', '--reporter=scripts/progress.mjs', ...args], {
      env: { ...process.env, ...own },
      inherit: true,
    });
    return { counts: counted(file, code), output: '' };
  };
  return { name, work };
}

/**
 * Reads the counts of a run of vitest. A run can fail without a failed test, for example if no test runs.
 * @param {string} file
 * @param {number} code
 * @returns {Counts}
 */
function counted(file, code) {
  try {
    const { passed, failed, skipped } = JSON.parse(readFileSync(file, 'utf8'));
    const isWrong = code !== 0 || passed === 0;
    const failures = failed === 0 && isWrong ? 1 : failed;
    return skipsFail
      ? { passed, failed: failures + skipped, skipped: 0 }
      : { passed, failed: failures, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {Counts} counts */
function told({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** @param {Step} step */
async function runStep({ name, work }) {
  console.log(`       ${name} …`);
  const started = Date.now();
  const { counts, output } = await work();
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts[key];
  if (counts.failed > 0 && output !== '') console.log(output.trimEnd());
  const several = counts.passed + counts.failed + counts.skipped > 1 ? `${told(counts)}, ` : '';
  console.log(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${several}${seconds(started)})`);
}

/**
 * Runs the steps, as many at once as there are processors.
 * @param {readonly Step[]} steps
 */
async function runAll(steps) {
  const queue = [...steps];
  const worker = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) await runStep(step);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Checks the tarballs that npm would publish. */
async function checkPackages() {
  /** @type {readonly string[]} */
  let tarballs = [];
  const packing = async () => {
    const packed = await sharedPack();
    tarballs = packed.tarballs;
    return whole(packed);
  };
  await runStep({ name: 'packing', work: packing });
  const steps = tarballs.flatMap((tarball) => {
    const name = path.basename(tarball, '.tgz').replace(/^inrgate-(.*)-\d.*$/, '$1');
    const publint = checker(`publint ${name}`, tools.publint, ['run', tarball, '--strict']);
    // The profile omits Node 10, which ignores `exports`.
    const attw = checker(`attw ${name}`, tools.attw, [tarball, '--profile', 'node16']);
    return libraries.includes(name) ? [publint, attw] : [publint];
  });
  await runAll(steps);
}

/** Tests of the SDK that can differ between versions of Node: HTTP, streams, SQLite, hashes, encodings and Unicode. */
const differing = [
  ...['callbacks', 'express', 'opentelemetry', 'calls', 'protocol/signature', 'protocol/callback-body'].map(
    (name) => `packages/sdk/src/${name}`,
  ),
  ...['sockets', 'other-answers', 'with-response'].map((name) => `packages/sdk/test/${name}`),
];

await setUpOrExit();
const all = process.argv.includes('--all');
const started = Date.now();
const { output: missing } = await runNode('scripts/missing-runtimes.ts', []);
if (missing !== '') console.log(missing);
await runAll([
  {
    name: 'types',
    // The compiler caches its results, so the next run checks only changes.
    work: async () =>
      whole(
        await compile('tsconfig.json', ['--incremental', '--tsBuildInfoFile', `${cache}/types.tsbuildinfo`]),
      ),
  },
  checker('style', tools.biome, ['check', '--error-on-warnings']),
  {
    name: 'types of the dashboard',
    work: async () => whole(await compile('packages/mock-gateway/dashboard')),
  },
  checker('unused code', tools.knip, []),
]);
if (all) {
  await checkPackages();
  await runStep(tests('tests', ['--project', 'quick-and-slow']));
  const windows = process.platform === 'win32';
  const oldest = path.join(root, 'packages/sdk/node_modules/node22', windows ? 'bin/node.exe' : 'bin/node');
  await runStep(tests('tests of the SDK on Node 22, the oldest supported', differing, oldest));
} else {
  await runStep(tests('quick tests', []));
}
console.log(`Checked in ${seconds(started)}.`);
console.log(told(total));
process.exitCode = total.failed === 0 ? 0 : 1;
