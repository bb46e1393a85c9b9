/** `npm run pack` writes the built packages to `dist/`, as npm would publish them. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUpOrExit } from './setup.mjs';
import { digest, filesIn, packages, pnpm, root } from './workspace.mjs';

/**
 * @param {string} folder path from the root. Its previous content is deleted
 * @returns {Promise<{ code: number, output: string, tarballs: string[] }>} the tarballs' paths from the root, each
 * after the tarballs that it depends on
 */
async function pack(folder) {
  const target = path.join(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const filters = packages.flatMap((name) => ['--filter', `./packages/${name}`]);
  const { code, output } = await pnpm([...filters, 'pack', '--pack-destination', target]);
  return { code, output, tarballs: tarballsIn(folder) };
}

/**
 * Packs the current build, unless a previous call has packed it.
 * @returns {ReturnType<typeof pack>}
 */
export async function sharedPack() {
  const folder = path.join('node_modules/.cache/inrgate/packs', digest(packedFiles()).slice(0, 16));
  if (existsSync(path.join(root, folder))) return { code: 0, output: '', tarballs: tarballsIn(folder) };
  // Other processes may pack the same build, so the folder appears only when it is complete.
  const own = `${folder}.${process.pid}`;
  const { code, output } = await pack(own);
  if (code === 0 && !existsSync(path.join(root, folder)))
    renameSync(path.join(root, own), path.join(root, folder));
  rmSync(path.join(root, own), { recursive: true, force: true });
  return { code, output, tarballs: code === 0 ? tarballsIn(folder) : [] };
}

/** @param {string} folder */
function tarballsIn(folder) {
  const files = readdirSync(path.join(root, folder));
  const tarballs = packages.flatMap((name) => files.filter((file) => file.startsWith(`inrgate-${name}-`)));
  return tarballs.map((file) => path.join(folder, file));
}

/** Files that determine the content of the tarballs. */
function packedFiles() {
  const own = packages.flatMap((name) => [
    ...['package.json', 'README.md', 'CHANGELOG.md', 'bin/inrgate.js'].map(
      (file) => `packages/${name}/${file}`,
    ),
    ...filesIn(`packages/${name}/dist`, /./),
  ]);
  return ['package.json', 'pnpm-workspace.yaml', 'LICENSE', ...own];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUpOrExit();
  const { code, output, tarballs } = await pack('dist');
  console.log(code === 0 ? tarballs.join('\n') : output);
  process.exitCode = code;
}
