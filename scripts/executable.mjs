/**
 * `npm run executable` builds the command as one file that runs without Node, `dist/inrgate`, for the platform of the
 * build. The file contains the Node version of the repository, the command, its dependencies, SQLite, the dashboard and
 * the scenarios (https://nodejs.org/api/single-executable-applications.html).
 */
import { chmodSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { setUpOrExit } from './setup.mjs';
import { digest, filesIn, repositoryNode, root, run, seconds, tools } from './workspace.mjs';

const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
/** Code that CommonJS dependencies need to load Node's own modules and to find files next to themselves. */
const commonJs = [
  "import { createRequire as requireOfExecutable } from 'node:module';",
  'const require = requireOfExecutable(import.meta.url);',
  'const { dirname: __dirname, filename: __filename } = import.meta;',
].join('\n');

/**
 * Builds the executable.
 * @param {string} folder path of the target folder from the root
 * @returns {Promise<string>} the path of the executable
 */
export async function buildExecutable(folder) {
  const work = path.join(folder, 'executable');
  rmSync(path.join(root, work), { recursive: true, force: true });
  await bundle(work);
  const files = filesIn(work, /./).map((file) => path.posix.relative(work, file));
  const sizes = Object.fromEntries(files.map((file) => [file, statSync(path.join(root, work, file)).size]));
  const contents = JSON.stringify({
    digest: digest(files.map((file) => `${work}/${file}`)).slice(0, 16),
    sizes,
  });
  const blob = await makeBlob(work, files, contents);
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
 * Puts the built command and its modules into `app`, and SQLite's library into the expected folder.
 * @param {string} work path from the root
 */
export async function bundle(work) {
  const app = path.join(root, work, 'app');
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/dist/main.js'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Split the bundle, so each command loads only its own parts.
    splitting: true,
    outdir: app,
    outExtension: { '.js': '.mjs' },
    banner: { js: commonJs },
    external: ['pg-native'],
    logLevel: 'error',
    legalComments: 'none',
  });
  writeFileSync(path.join(app, 'start.cjs'), "import('./main.mjs');\n");
  cpSync(path.join(root, 'packages/cli/dist/scenarios'), path.join(app, 'scenarios'), { recursive: true });
  cpSync(path.join(root, 'packages/mock-gateway/dist/dashboard'), path.join(app, 'dashboard'), {
    recursive: true,
  });
  const sqlite = createRequire(path.join(root, 'packages/mock-gateway/package.json')).resolve(
    'better-sqlite3',
  );
  const { getPrebuildPath } = createRequire(sqlite)('./binding.js');
  const library = getPrebuildPath();
  cpSync(library, path.join(root, work, 'prebuilds', path.basename(library)));
}

/**
 * @param {string} work
 * @param {readonly string[]} files
 * @param {string} contents
 */
async function makeBlob(work, files, contents) {
  const blob = path.join(work, 'blob');
  const config = path.join(work, 'config.json');
  writeFileSync(path.join(root, work, 'contents.json'), contents);
  const assets = Object.fromEntries(files.map((file) => [file, path.join(work, file)]));
  writeFileSync(
    path.join(root, config),
    JSON.stringify({
      main: 'scripts/executable/start.cjs',
      output: blob,
      disableExperimentalSEAWarning: true,
      // Ignore NODE_OPTIONS, because a shop's options must not affect the command.
      execArgvExtension: 'none',
      assets: { ...assets, contents: path.join(work, 'contents.json') },
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
