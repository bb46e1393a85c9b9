/**
 * `npm run release`: publishes what `npm run changeset -- version` has numbered. It refuses what would go wrong half way,
 * runs every check, packs, and publishes with provenance through changesets, which tags the commit too. With `--dry-run`
 * it tells what it would do, and npm looks at the tarballs; nothing is published. `--unchecked` leaves the checks out of that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pack } from './pack.mjs';
import { setUpOrExit } from './setup.mjs';
import { root, run, runNode, tools } from './workspace.mjs';

/**
 * @typedef {{ code: number, output: string }} Ended
 * @typedef {{ name: string, version: string }} Published
 * @typedef {object} Situation what a release is decided by
 * @property {readonly Published[]} packages
 * @property {readonly string[]} changesets files that are not in a version yet
 * @property {(command: 'git' | 'npm', args: readonly string[]) => Promise<Ended>} run
 */

const shell = process.platform === 'win32';

/** @returns {Situation} */
function situation() {
  const packages = ['sdk', 'mock-gateway', 'cli'].map((folder) => {
    const { name, version } = JSON.parse(
      readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'),
    );
    return { name, version };
  });
  const changesets = readdirSync(path.join(root, '.changeset')).filter((file) => file.endsWith('.md'));
  return { packages, changesets, run: (command, args) => run(command, [...args], { shell }) };
}

/**
 * Why nothing can be published now, each with what to do; empty when all is well.
 * @param {Situation} found
 * @returns {Promise<string[]>}
 */
export async function problemsOf({ packages, changesets, run: tell }) {
  const problems = [];
  const { output } = await tell('git', ['status', '--porcelain']);
  if (output.trim() !== '') problems.push('the tree has changes: commit or stash them');
  if (changesets.length > 0) {
    problems.push(
      `${changesets.length} changesets are in no version yet: npm run changeset -- version, and commit`,
    );
  }
  if ((await tell('npm', ['whoami'])).code !== 0) problems.push('nobody is logged in: npm login');
  for (const { name, version } of packages) {
    const { code, output: found } = await tell('npm', ['view', `${name}@${version}`, 'version']);
    if (code === 0 && found.includes(version))
      problems.push(`${name} ${version} is published already: add a changeset`);
  }
  return problems;
}

/**
 * What npm says to a tarball, without sending it anywhere.
 * @param {string} tarball
 */
async function tryTarball(tarball) {
  const args = [
    'publish',
    path.resolve(root, tarball),
    '--dry-run',
    '--access',
    'public',
    '--ignore-scripts',
  ];
  const { code, output } = await run('npm', args, { shell });
  // A version that is there already is among the problems that were told.
  if (code === 0 || output.includes('previously published')) return true;
  console.log(output.trimEnd());
  return false;
}

/** @param {readonly string[]} options */
async function release(options) {
  const dry = options.includes('--dry-run');
  const found = situation();
  const problems = await problemsOf(found);
  for (const problem of problems) console.log(`${dry ? 'would be refused' : 'refused'}: ${problem}`);
  if (problems.length > 0 && !dry) return 1;
  if (!(dry && options.includes('--unchecked'))) {
    const { code } = await runNode('scripts/check.mjs', ['--all'], { inherit: true });
    if (code !== 0) return code;
  }
  const { code, output, tarballs } = await pack(dry ? 'node_modules/.cache/inrgate/release' : 'dist');
  if (code !== 0) {
    console.log(output);
    return code;
  }
  if (!dry) {
    const env = { ...process.env, NPM_CONFIG_PROVENANCE: 'true' };
    return (await runNode(tools.changeset, ['publish'], { inherit: true, env })).code;
  }
  for (const tarball of tarballs) if (!(await tryTarball(tarball))) return 1;
  for (const { name, version } of found.packages) console.log(`would publish: ${name} ${version}`);
  console.log('Nothing was published.');
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUpOrExit();
  process.exitCode = await release(process.argv.slice(2));
}
