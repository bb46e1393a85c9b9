/**
 * `npm run release` runs every check, publishes the packages to npm and tags the commit. It passes its options to `npm
 * publish`. With `--dry-run`, npm only inspects the tarballs. A version that is on npm already stays unchanged, so a
 * release that failed halfway can run again. release/README.md describes the steps.
 */
import path from 'node:path';
import { sharedPack } from './pack.mjs';
import { setUpOrExit } from './setup.mjs';
import { root, run, runNode, tools } from './workspace.mjs';

const options = process.argv.slice(2);

/** @param {string} tarball */
async function publish(tarball) {
  // npm prints its notices even if the script runs under `npm --silent`.
  const args = ['publish', path.join(root, tarball), '--loglevel', 'notice', ...options];
  const { code, output } = await run('npm', args, { shell: process.platform === 'win32' });
  console.log(output.trimEnd());
  return code === 0 || output.includes('previously published');
}

/** @returns {Promise<number>} the exit code */
async function release() {
  const isDry = options.includes('--dry-run');
  if (!isDry) {
    const { code } = await runNode('scripts/check.mjs', ['--all'], { inherit: true });
    if (code !== 0) return code;
  }
  const { code, output, tarballs } = await sharedPack();
  if (code !== 0) {
    console.log(output);
    return code;
  }
  for (const tarball of tarballs) if (!(await publish(tarball))) return 1;
  return isDry ? 0 : (await runNode(tools.changeset, ['git-tag'], { inherit: true })).code;
}

await setUpOrExit();
process.exitCode = await release();
