/**
 * `npm run setup`: installs and builds whatever changed since the last time, and nothing else. A stamp in
 * node_modules remembers what the installation and each build were made from.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  digest,
  filesIn,
  passSignalsOn,
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

/** Ends the program with one clear message; the tool's own output comes first. */
class SetupError extends Error {}

/**
 * @typedef {{ install: string, builds: Record<string, string> }} Stamp
 * What the last successful set-up was made from, as digests.
 */

/** @returns {Stamp} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return { install: '', builds: {} };
  }
}

/** @param {Stamp} stamp */
function writeStamp(stamp) {
  writeFileSync(stampFile, JSON.stringify(stamp));
}

function manifests() {
  const own = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'];
  return [...own, ...workspaces().map((folder) => `${folder}/package.json`)];
}

/** Packages with a tsup.config.ts. */
function builtPackages() {
  return workspaces().filter((folder) => existsSync(path.join(root, folder, 'tsup.config.ts')));
}

/**
 * What a build is made from: its own sources without the tests. Other packages of the workspace stay imports in
 * it, so a change there needs no new build here.
 * @param {string} folder
 */
function buildInputs(folder) {
  const sources = ['src', 'dashboard']
    .map((part) => `${folder}/${part}`)
    .filter((part) => existsSync(path.join(root, part)))
    .flatMap((part) => filesIn(part, /(?<!\.(test|contract|test-d))\.(tsx?|json|yaml|css|html|svg|sql)$/));
  return [
    'pnpm-lock.yaml',
    'tsconfig.json',
    `${folder}/package.json`,
    `${folder}/tsup.config.ts`,
    ...sources,
  ];
}

/** @returns {{ install: string | null, builds: Map<string, string> }} what has to be done, with its digest */
function outstanding() {
  const stamp = readStamp();
  const install = digest(manifests());
  const installed = stamp.install === install && existsSync(repositoryNode);
  const builds = builtPackages()
    .map((folder) => /** @type {const} */ ([folder, digest(buildInputs(folder))]))
    .filter(
      ([folder, made]) => stamp.builds[folder] !== made || !existsSync(path.join(root, folder, 'dist')),
    );
  return { install: installed ? null : install, builds: new Map(builds) };
}

/** @param {string} made */
async function install(made) {
  const started = Date.now();
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  console.error(`Installing dependencies with ${packageManager} (the first time takes about a minute) ...`);
  // Without NODE_ENV, whose `production` would leave the dev dependencies out; CI: never a question.
  const env = { ...process.env, CI: 'true', NODE_ENV: undefined };
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile'];
  const { code, output } = await run('npx', args, { env, shell: process.platform === 'win32' });
  if (code !== 0) throw new SetupError(`${output}\nInstalling the dependencies failed (exit code ${code}).`);
  const node = await run(repositoryNode, ['--version']);
  if (node.code !== 0)
    throw new SetupError(`${node.output}\nThe installed Node does not run: ${repositoryNode}`);
  writeStamp({ ...readStamp(), install: made });
  console.error(`Installed in ${seconds(started)}.`);
}

/** @param {Map<string, string>} builds */
async function build(builds) {
  const started = Date.now();
  const names = [...builds.keys()].map((folder) => path.basename(folder)).join(', ');
  console.error(`Building ${names} ...`);
  const results = await Promise.all(
    [...builds].map(async ([folder, made]) => {
      const { code, output } = await runNode(tools.tsup, ['--silent'], { cwd: path.join(root, folder) });
      return { folder, made, code, output };
    }),
  );
  const failed = results.filter(({ code }) => code !== 0);
  const done = results.filter(({ code }) => code === 0).map(({ folder, made }) => [folder, made]);
  const stamp = readStamp();
  writeStamp({ ...stamp, builds: { ...stamp.builds, ...Object.fromEntries(done) } });
  if (failed.length > 0) {
    const outputs = failed.map(({ folder, output }) => `${folder}:\n${output}`).join('\n');
    throw new SetupError(`${outputs}\nBuilding ${failed.map(({ folder }) => folder).join(', ')} failed.`);
  }
  console.error(`Built in ${seconds(started)}.`);
}

/**
 * One set-up at a time: `npm start` and `npm test` may be called side by side on a fresh clone.
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

/** False while a living process holds the lock; a dead one's is taken away, and the next try decides. */
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

/** Installs and builds what is outstanding. Throws SetupError; prints its progress to standard error. */
async function setUp() {
  const before = outstanding();
  if (before.install === null && before.builds.size === 0) return;
  await alone(async () => {
    const { install: made } = outstanding();
    if (made !== null) await install(made);
    const { builds } = outstanding();
    if (builds.size > 0) await build(builds);
  });
}

/** Sets up, or ends the process with a message and exit code 1. */
export async function setUpOrExit() {
  passSignalsOn();
  try {
    await setUp();
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
