/**
 * `npm run executable` builds the command as one file that runs without Node, `dist/inrgate`, for the platform of the
 * build. The file contains the Node version of the repository, the command, its dependencies, SQLite, the dashboard and
 * the scenarios (https://nodejs.org/api/single-executable-applications.html).
 */
import { chmodSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { setUpOrExit } from './setup.mjs';
import { filesIn, repositoryNode, root, run, seconds, tools } from './workspace.mjs';

const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds the executable: Node with one script and its assets. It writes nothing to the disk when it starts.
 * @param {string} folder path of the target folder from the root
 * @returns {Promise<string>} the path of the executable
 */
export async function buildExecutable(folder) {
  const work = path.join(folder, 'executable');
  rmSync(path.join(root, work), { recursive: true, force: true });
  await bundle(path.join(root, work, 'main.cjs'));
  const blob = await makeBlob(work);
  const target = path.join(root, folder, process.platform === 'win32' ? 'inrgate.exe' : 'inrgate');
  cpSync(repositoryNode(), target, { dereference: true });
  chmodSync(target, 0o755);
  if (process.platform === 'darwin') await runOrThrow('codesign', ['--remove-signature', target]);
  await inject(target, blob);
  if (process.platform === 'darwin') await runOrThrow('codesign', ['--sign', '-', target]);
  rmSync(path.join(root, work), { recursive: true });
  return target;
}

/**
 * Puts the built command and its modules into one CommonJS file, because an executable can start only such a file.
 * @param {string} outfile
 */
async function bundle(outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/dist/main.js'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    outfile,
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(process.execPath).href;" },
    define: { 'import.meta.url': 'ownUrl' },
    // An executable can import only Node's own modules, and only with require.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
    legalComments: 'none',
  });
}

/** @param {string} work */
async function makeBlob(work) {
  const blob = path.join(work, 'blob');
  const config = path.join(work, 'config.json');
  const folders = {
    scenarios: 'packages/cli/dist/scenarios',
    dashboard: 'packages/mock-gateway/dist/dashboard',
  };
  const assets = Object.entries(folders).flatMap(([name, folder]) =>
    filesIn(folder, /./).map((file) => [path.posix.join(name, path.posix.relative(folder, file)), file]),
  );
  writeFileSync(
    path.join(root, config),
    JSON.stringify({
      main: path.join(work, 'main.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // Ignore NODE_OPTIONS, because a shop's options must not affect the command.
      execArgvExtension: 'none',
      assets: Object.fromEntries(assets),
    }),
  );
  await runOrThrow(repositoryNode(), ['--experimental-sea-config', config]);
  return path.join(root, blob);
}

/**
 * Puts the blob into a copy of Node. Runs postject in another process, because its handler for uncaught errors would
 * end the process that imports it.
 * @param {string} target
 * @param {string} blob
 */
async function inject(target, blob) {
  const options = ['--sentinel-fuse', fuse, '--macho-segment-name', 'NODE_SEA'];
  await runOrThrow(repositoryNode(), [tools.postject, target, 'NODE_SEA_BLOB', blob, ...options]);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function runOrThrow(command, args) {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new Error(output);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = Date.now();
  await setUpOrExit();
  const file = await buildExecutable('dist');
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  console.log(`${path.relative(root, file)}: ${megabytes} MB, built in ${seconds(started)}`);
}
