/** `npm run pack` writes the built packages to `dist/`, as npm would publish them. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUpOrExit } from './setup.mjs';
import { packages, pnpm, root } from './workspace.mjs';

/**
 * @param {string} folder path from the root. Its previous content is deleted
 * @returns {Promise<{ code: number, output: string, tarballs: string[] }>} the tarballs' paths from the root, each
 * after the tarballs that it depends on
 */
export async function pack(folder) {
  const target = path.join(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const filters = packages.flatMap((name) => ['--filter', `./packages/${name}`]);
  const { code, output } = await pnpm([...filters, 'pack', '--pack-destination', target]);
  const files = readdirSync(target);
  const tarballs = packages.flatMap((name) => files.filter((file) => file.startsWith(`inrgate-${name}-`)));
  return { code, output, tarballs: tarballs.map((file) => path.join(folder, file)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUpOrExit();
  const { code, output, tarballs } = await pack('dist');
  console.log(code === 0 ? tarballs.join('\n') : output);
  process.exitCode = code;
}
