/**
 * `npm run setup` installs and builds only the parts that have changed since the last run. A stamp in node_modules
 * records the inputs of the installation and of each build.
 *
 * The set-up has two extents. `run`, for `npm start`, installs what the command needs, which runs from its TypeScript
 * source, and builds the dashboard. `whole` also covers the packages and the tools for development and checks.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  compile,
  digest,
  filesIn,
  libraries,
  passSignalsOn,
  pnpm,
  repositoryNode,
  root,
  run,
  runNode,
  seconds,
  tools,
  workspaces,
} from './workspace.mjs';

const stampFile = path.join(root, 'node_modules/.inrgate-setup.json');
const lockFile = path.join(root, '.cache/setup.lock');

/** A step of the set-up failed. The program ends with this message, after the tool's own output. */
class SetupError extends Error {}

/**
 * @typedef {'run' | 'whole'} Extent
 * @typedef {{ made: string, extent: Extent }} Installed a digest of the inputs, and the extent
 * @typedef {{ install: Installed, builds: Record<string, string> }} Stamp the last successful set-up: each build by the
 * digest of its inputs
 */

/** @type {Installed} */
const nothing = { made: '', extent: 'run' };

/** @returns {Stamp} */
function readStamp() {
  try {
    const { install = nothing, builds = {} } = JSON.parse(readFileSync(stampFile, 'utf8'));
    return { install, builds };
  } catch {
    return { install: nothing, builds: {} };
  }
}

/** @param {Stamp} stamp */
function writeStamp(stamp) {
  writeFileSync(stampFile, JSON.stringify(stamp));
}

function manifests() {
  const own = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', '.pnpmfile.mjs'];
  return [...own, ...workspaces().map((folder) => `${folder}/package.json`)];
}

/** The build tools, each with the name of its configuration file and its output folder. */
const builders = [
  { extent: 'whole', config: 'tsup.config.ts', output: 'dist', script: tools.tsup, args: ['--silent'] },
  {
    extent: 'run',
    config: 'vite.config.ts',
    output: '../dist/dashboard',
    script: tools.vite,
    args: ['build', '--logLevel', 'warn'],
  },
];

/** @typedef {(typeof builders)[number] & { folder: string }} Build */

/**
 * @param {Extent} wanted
 * @returns {Build[]} the builds of the workspaces, from their configurations
 */
function buildsOf(wanted) {
  return workspaces().flatMap((folder) =>
    builders
      .filter(({ extent }) => wanted === 'whole' || extent === 'run')
      .filter(({ config }) => existsSync(path.join(root, folder, config)))
      .map((builder) => ({ ...builder, folder })),
  );
}

/**
 * Returns the inputs of a build: its own sources without the tests. A change of another package requires no new build,
 * because the build only imports the other package. The dashboard is an exception: it contains the tables of
 * `dashboard/src/tables.ts`.
 * @param {Build} build
 */
function buildInputs({ folder, config }) {
  const sources = filesIn(folder, /(?<!\.(test|contract|test-d))\.(tsx?|json|yaml|css|html|svg|sql)$/).filter(
    (file) => /^(src\/|[^/]+\.html$)/.test(path.posix.relative(folder, file)),
  );
  const shared = ['pnpm-lock.yaml', 'tsconfig.json', 'tsconfig.build.json', 'scripts/declarations.ts'];
  const tables = ['fault-kinds', 'moves'].map((name) => `packages/mock-gateway/src/domain/${name}.ts`);
  const bundled = config === 'vite.config.ts' ? [...tables, 'packages/sdk/src/protocol/routes.ts'] : [];
  return [...shared, `${folder}/package.json`, `${folder}/${config}`, ...sources, ...bundled];
}

/**
 * An installation of the whole also serves `run`.
 * @param {Extent} wanted
 * @returns {{ install: Installed | null, builds: (Build & { made: string })[] }} the remaining steps
 */
function outstanding(wanted) {
  const stamp = readStamp();
  /** @type {Installed} */
  const install = {
    made: digest(manifests()),
    extent: stamp.install.extent === 'whole' ? 'whole' : wanted,
  };
  const { made, extent } = stamp.install;
  const isInstalled = made === install.made && extent === install.extent && existsSync(repositoryNode());
  const builds = buildsOf(wanted)
    .map((build) => ({ ...build, made: digest(buildInputs(build)) }))
    .filter(
      ({ folder, output, made }) =>
        stamp.builds[folder] !== made || !existsSync(path.join(root, folder, output)),
    );
  return { install: isInstalled ? null : install, builds };
}

/**
 * Arguments that select the packages of an extent. `whole` checks the lockfile against the registry, which takes longer
 * than the installation. `run` trusts the lockfile.
 * @type {Record<Extent, readonly string[]>}
 */
const installArguments = {
  run: [
    ...['inrgate...', '@inrgate/dashboard', '@inrgate/example-merchant-day...'].flatMap((name) => [
      '--filter',
      name,
    ]),
    '--prod',
    '--trust-lockfile',
  ],
  whole: [],
};

/** @param {Installed} wanted */
async function install(wanted) {
  const started = Date.now();
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  console.error(`Installing dependencies with ${packageManager} (the first time takes a while) ...`);
  // Unset NODE_ENV, because `production` would omit the dev dependencies. Set CI, because pnpm must not prompt.
  const env = { ...process.env, CI: 'true', NODE_ENV: undefined };
  const { code, output } = await pnpm(
    ['install', '--frozen-lockfile', ...installArguments[wanted.extent]],
    env,
  );
  if (code !== 0) throw new SetupError(`${output}\nInstalling the dependencies failed (exit code ${code}).`);
  const node = await run(repositoryNode(), ['--version']);
  if (node.code !== 0)
    throw new SetupError(`${node.output}\nThe installed Node does not run: ${repositoryNode()}`);
  writeStamp({ ...readStamp(), install: wanted });
  console.error(`Installed in ${seconds(started)}.`);
}

/** @param {Build} build */
function bundlesDeclarations({ folder, script }) {
  return script === tools.tsup && libraries.includes(path.basename(folder));
}

/**
 * Emits a declaration of each source file of the libraries in .cache/declarations. tsup bundles these files. TypeScript
 * 7 takes a fifth of the CPU time of tsup's own compiler. The checks report type errors, so this compiler does not.
 */
async function emitDeclarations() {
  const { code, output } = await compile('tsconfig.build.json');
  if (code !== 0) throw new SetupError(`${output}\nEmitting the declarations failed (exit code ${code}).`);
}

/** @param {readonly (Build & { made: string })[]} builds */
async function build(builds) {
  const started = Date.now();
  const names = builds.map(({ folder }) => path.basename(folder)).join(', ');
  console.error(`Building ${names} ...`);
  if (builds.some(bundlesDeclarations)) await emitDeclarations();
  const results = await Promise.all(
    builds.map(async ({ folder, script, args, made }) => {
      // With the tests' value, Vite would build the dashboard for development, with paths of this machine.
      const env = { ...process.env, NODE_ENV: 'production' };
      const { code, output } = await runNode(path.resolve(root, script), args, {
        cwd: path.join(root, folder),
        env,
      });
      return { folder, made, code, output };
    }),
  );
  const failed = results.filter(({ code }) => code !== 0);
  const succeeded = results.filter(({ code }) => code === 0).map(({ folder, made }) => [folder, made]);
  const stamp = readStamp();
  writeStamp({ ...stamp, builds: { ...stamp.builds, ...Object.fromEntries(succeeded) } });
  if (failed.length > 0) {
    const outputs = failed.map(({ folder, output }) => `${folder}:\n${output}`).join('\n');
    throw new SetupError(`${outputs}\nBuilding ${failed.map(({ folder }) => folder).join(', ')} failed.`);
  }
  console.error(`Built in ${seconds(started)}.`);
}

/**
 * Runs one set-up at a time, because `npm start` and `npm test` can run simultaneously on a fresh clone.
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  if (!takeLock()) {
    console.error('Waiting for another set-up of this repository to end ...');
    while (!takeLock()) await sleep(200);
  }
  try {
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/**
 * Creates the lock. Returns false while a living process owns it. Removes the lock of a dead process, so the next call
 * succeeds.
 */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!lockHolderLives()) rmSync(lockFile, { force: true });
    return false;
  }
}

function lockHolderLives() {
  try {
    return process.kill(Number(readFileSync(lockFile, 'utf8')), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Installs and builds the remaining parts. Prints its progress to standard error. Throws SetupError if a step fails.
 * @param {Extent} extent
 */
async function setUp(extent) {
  const before = outstanding(extent);
  if (before.install === null && before.builds.length === 0) return;
  await alone(async () => {
    const { install: wanted } = outstanding(extent);
    if (wanted !== null) await install(wanted);
    const { builds } = outstanding(extent);
    if (builds.length > 0) await build(builds);
  });
}

/**
 * Sets up the repository. If a step fails, ends the process with a message and exit code 1.
 * @param {Extent} [extent]
 */
export async function setUpOrExit(extent = 'whole') {
  passSignalsOn();
  try {
    await setUp(extent);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = Date.now();
  await setUpOrExit();
  console.error(`Set up in ${seconds(started)}: node_modules/.bin/inrgate is ready.`);
}
