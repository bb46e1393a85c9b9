/**
 * `npm run image` builds the container image `dist/inrgate-image.tar` for the processor of the build. The build needs
 * neither Docker nor a base image. `npm run image -- --root FOLDER` writes only the files of the image, for the
 * Dockerfile.
 */
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './executable.mjs';
import { withFolders, writeArchive } from './image/archive.mjs';
import { imageSettings } from './image/settings.mjs';
import { systemFiles, UnsuitableMachine, user } from './image/system.mjs';
import { setUpOrExit } from './setup.mjs';
import { filesIn, root, seconds } from './workspace.mjs';

/** @typedef {import('./image/entry.d.ts').Entry} Entry */

const home = 'usr/lib/inrgate';
/** The kernel starts this script, because the image has no shell. */
const command = `#!/usr/bin/node\nimport('/${home}/app/main.mjs');\n`;

/**
 * Writes the image.
 * @param {string} folder path of the target folder from the root
 * @param {number} [level] of the compression, 0 for tests
 */
export async function buildImage(folder, level) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8'));
  const { Labels, ...settings } = imageSettings();
  const image = {
    layers: await layersIn(folder),
    settings: { ...settings, Labels: { ...Labels, 'org.opencontainers.image.version': version } },
    name: 'inrgate',
    version,
  };
  const file = path.join(root, folder, 'inrgate-image.tar');
  return { file, ...(await writeArchive(file, image, level)) };
}

/**
 * Returns the layers. The lower layer changes only with Node, and the upper layer changes with each version.
 * @param {string} folder path from the root, for the bundle
 */
async function layersIn(folder) {
  const work = path.posix.join(folder, 'image');
  rmSync(path.join(root, work), { recursive: true, force: true });
  await bundle(work);
  const files = filesIn(work, /./).map((file) => ({
    name: path.posix.join(home, path.posix.relative(work, file)),
    mode: 0o644,
    content: readFileSync(path.join(root, file)),
  }));
  rmSync(path.join(root, work), { recursive: true });
  const healthcheck = readFileSync(path.join(root, 'scripts/image/healthcheck.mjs'));
  /** @type {readonly Entry[]} */
  const upper = [
    ...files,
    { name: `${home}/healthcheck.mjs`, mode: 0o644, content: healthcheck },
    { name: 'usr/bin/inrgate', mode: 0o755, content: Buffer.from(command) },
    { name: 'data', mode: 0o700, owner: user },
  ];
  return [await systemFiles(), upper];
}

/**
 * Writes the files of all layers. Only root can set their owners.
 * @param {string} folder
 */
async function writeRoot(folder) {
  const layers = await layersIn('dist');
  for (const { name, mode, owner = 0, content } of withFolders(layers.flat())) {
    const file = path.join(folder, name);
    if (content === undefined) mkdirSync(file, { recursive: true });
    else writeFileSync(file, content);
    chmodSync(file, mode);
    if (process.getuid?.() === 0) chownSync(file, owner, owner);
  }
}

/**
 * @param {string | undefined} folder for the files only
 * @returns {Promise<string>} the result
 */
async function make(folder) {
  if (folder !== undefined) {
    await writeRoot(path.resolve(folder));
    return folder;
  }
  const { file, packed, unpacked } = await buildImage('dist');
  const [size, inside] = [packed, unpacked].map((bytes) => (bytes / 1e6).toFixed(0));
  return `${path.relative(root, file)}: ${size} MB, unpacked ${inside} MB`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = Date.now();
  const { values } = parseArgs({ options: { root: { type: 'string' } } });
  await setUpOrExit();
  try {
    console.log(`${await make(values.root)}, built in ${seconds(started)}`);
  } catch (error) {
    if (!(error instanceof UnsuitableMachine)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
