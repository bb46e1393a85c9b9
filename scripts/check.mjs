/**
 * `npm run check` runs the compilers, the linters and the quick tests of the source. `npm test` (`--all`) also runs the
 * slow suites, the examples and the checks of the packages. The last line is `N passed, N failed`, with `, N skipped`
 * if the machine lacks a program that a test needs. Each test and each checker counts as one. The exit code is 1 after
 * a failure. With INRGATE_SKIPS=fail, a skipped test counts as failed.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { sharedPack } from './pack.mjs';
import { setUpOrExit } from './setup.mjs';
import { closingLine, countTests, withoutSkips } from './test-report.mjs';
import { compile, libraries, repositoryNode, root, run, runNode, seconds, tools } from './workspace.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, output: string }} Outcome
 * @typedef {{ name: string, work: () => Promise<Outcome> }} Check
 */

const cache = 'node_modules/.cache/inrgate';
const otherNodes = [22, 26];
/** True in `.ci/run`, which installs the programs of all tests. */
const skipsFail = process.env['INRGATE_SKIPS'] === 'fail';
/** The compiler caches its results, so the next run checks only changes. */
const incremental = ['--incremental', '--tsBuildInfoFile', `${cache}/types.tsbuildinfo`];

/**
 * @param {{ code: number, output: string }} result of a program that passes or fails as a whole
 * @returns {Outcome}
 */
function outcomeOf({ code, output }) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

/**
 * Creates a check that passes or fails as a whole.
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Check}
 */
function checker(name, script, args) {
  return { name, work: async () => outcomeOf(await runNode(script, args)) };
}

/**
 * Creates a check that runs vitest. Each test counts, according to the JSON report.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ node?: string, longest?: boolean }} [options] the Node that runs vitest, and whether the longest files run
 * too
 * @returns {Check}
 */
function tests(name, args, { node = repositoryNode(), longest = true } = {}) {
  return {
    name,
    work: async () => {
      const report = path.join(root, cache, `${name.replaceAll(' ', '-')}.json`);
      rmSync(report, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      // vitest.config.ts reads the first, and packages/cli/test/build.ts reads the second. The commands that tests start
      // find their compiled code in the cache.
      const own = {
        INRGATE_LONGEST: longest ? 'yes' : 'no',
        INRGATE_BUILT: 'yes',
        NODE_COMPILE_CACHE: path.join(root, cache, 'compiled'),
      };
      const env = { ...process.env, ...own };
      const { code, output } = await run(node, [tools.vitest, 'run', ...reporters, ...args], { env });
      const counts = countTests(report, code);
      return { ...(skipsFail ? withoutSkips(counts) : counts), output };
    },
  };
}

/**
 * Creates a check that compiles a project.
 * @param {string} name
 * @param {string} project
 * @param {readonly string[]} args
 * @returns {Check}
 */
function compiler(name, project, args) {
  return { name, work: async () => outcomeOf(await compile(project, args)) };
}

/** @type {Outcome} */
const notRun = {
  passed: 0,
  failed: 0,
  skipped: 1,
  output: 'This Node does not start here: install libatomic1.',
};

/** Tests of the SDK that can differ between versions of Node: HTTP, streams, SQLite, hashes, encodings and Unicode. */
const differing = [
  ...['callbacks', 'express', 'opentelemetry', 'calls', 'protocol/signature', 'protocol/callback-body'].map(
    (name) => `packages/sdk/src/${name}`,
  ),
  ...['sockets', 'other-answers', 'with-response'].map((name) => `packages/sdk/test/${name}`),
];

/**
 * The SDK's tests on the other supported versions of Node. The runs share the processors. Another suite covers the
 * repository's own Node. `other-nodes.long.test.ts` runs the complete suite.
 * @returns {Check[]}
 */
function sdkOnOtherNodes() {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const share = Math.ceil(availableParallelism() / otherNodes.length);
  return otherNodes.map((major) => {
    const name = `sdk on Node ${major}`;
    const node = path.join(root, `packages/sdk/node_modules/node${major}`, program);
    // A minimal system lacks a library that newer builds of Node need. scripts/missing-runtimes.ts has already listed
    // these versions.
    if (spawnSync(node, ['--version']).status !== 0)
      return { name, work: async () => (skipsFail ? { ...notRun, ...withoutSkips(notRun) } : notRun) };
    return tests(name, [`--maxWorkers=${share}`, ...differing], { node, longest: false });
  });
}

/**
 * Packs the packages, so the package checkers read the files that npm would publish.
 * @returns {Promise<{ packing: Check, tarballs: string[] }>}
 */
async function packed() {
  const { tarballs, ...result } = await sharedPack();
  return { packing: { name: 'packing', work: async () => outcomeOf(result) }, tarballs };
}

/** @param {readonly string[]} tarballs @returns {Check[]} */
function packageChecks(tarballs) {
  return tarballs.flatMap((tarball) => {
    const name = path.basename(tarball, '.tgz').replace(/^inrgate-(.*)-\d.*$/, '$1');
    const checks = [checker(`publint ${name}`, tools.publint, ['run', tarball, '--strict'])];
    // The profile omits Node 10, which ignores `exports`.
    if (libraries.includes(name))
      checks.push(checker(`attw ${name}`, tools.attw, [tarball, '--profile', 'node16']));
    return checks;
  });
}

/**
 * Runs the checks and prints a line for each check.
 * @param {Check[]} checks
 * @param {number} atOnce maximum number of simultaneous checks
 */
async function runAll(checks, atOnce) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const queue = [...checks];
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const started = Date.now();
      const { passed, failed, skipped, output } = await check.work();
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
      if (failed > 0) console.log(output.trimEnd());
      const counts = passed + failed + skipped > 1 ? `${closingLine({ passed, failed, skipped })}, ` : '';
      console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${counts}${seconds(started)})`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return total;
}

await setUpOrExit();
const all = process.argv.includes('--all');
const started = Date.now();
const { output: missing } = await runNode('scripts/missing-runtimes.ts', []);
if (missing !== '') console.log(missing);
const checks = [
  compiler('types', 'tsconfig.json', incremental),
  checker('style', tools.biome, ['check', '--error-on-warnings']),
  compiler('types of the dashboard', 'packages/mock-gateway/dashboard', []),
  checker('unused code', tools.knip, []),
];
const projects = all ? ['--project', 'quick-and-slow'] : [];
const suites = [tests('tests', projects, { longest: all })];
const packs = all ? packed() : undefined;
// The quick tests start first, because they take longest.
const checked = await runAll(all ? checks : [...suites, ...checks], availableParallelism());
const { packing, tarballs } = (await packs) ?? { packing: [], tarballs: [] };
const packages = await runAll([packing, packageChecks(tarballs)].flat(), availableParallelism());
// Run the slow suites alone, because they use every processor and some tests measure time.
const tested = await runAll(all ? suites : [], 1);
const onOthers = await runAll(all ? sdkOnOtherNodes() : [], otherNodes.length);
const totals = [checked, packages, tested, onOthers];
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ count) =>
  totals.reduce((total, counts) => total + counts[count], 0);
const failed = sum('failed');
console.log(`Checked in ${seconds(started)}.`);
console.log(closingLine({ passed: sum('passed'), failed, skipped: sum('skipped') }));
process.exitCode = failed === 0 ? 0 : 1;
