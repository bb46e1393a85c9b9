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
import { packages as published, root, run, runNode, tools } from './workspace.mjs';

/**
 * @typedef {{ code: number, output: string }} Ended
 * @typedef {{ name: string, version: string, repository?: { url?: string } | string }} Published
 * @typedef {object} Situation what a release is decided by
 * @property {readonly Published[]} packages
 * @property {readonly string[]} changesets files that are not in a version yet
 * @property {(command: 'git' | 'npm', args: readonly string[]) => Promise<Ended>} run
 */

const shell = process.platform === 'win32';

/** @returns {Situation} */
function situation() {
  const packages = published.map((folder) => {
    const { name, version, repository } = JSON.parse(
      readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'),
    );
    return { name, version, repository };
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
  const problems = await problemsOfTree(tell);
  if (changesets.length > 0) {
    problems.push(
      `${changesets.length} changesets are in no version yet: npm run changeset -- version, and commit`,
    );
  }
  if ((await tell('npm', ['whoami'])).code !== 0) problems.push('nobody is logged in: npm login');
  for (const { name, version } of packages) {
    const { code, output } = await tell('npm', ['view', `${name}@${version}`, 'version']);
    if (code === 0 && output.includes(version))
      problems.push(`${name} ${version} is published already: add a changeset`);
    // Of a name that is there, a version that is not is answered with nothing.
    else if (code !== 0 && !output.includes('E404'))
      problems.push(`whether ${name} ${version} is published cannot be told: ${firstLine(output)}`);
  }
  const unnamed = packages.filter(({ repository }) => addressOf(repository) === '');
  if (unnamed.length > 0) {
    problems.push(
      `${unnamed.map(({ name }) => name).join(', ')}: no \`repository\` in package.json, with which npm compares the provenance: ` +
        'add {"type": "git", "url": "git+https://HOST/OWNER/NAME.git", "directory": "packages/…"} of the public repository, and `homepage` and `bugs` with it',
    );
  }
  return problems;
}

/**
 * What is published is what `main` is, here and where others get it.
 * @param {Situation['run']} tell
 */
async function problemsOfTree(tell) {
  const problems = [];
  const branch = (await tell('git', ['rev-parse', '--abbrev-ref', 'HEAD'])).output.trim();
  if (branch !== 'main') problems.push(`this is the branch ${branch}: git switch main`);
  const { code, output } = await tell('git', ['status', '--porcelain']);
  if (code !== 0) problems.push(`git cannot tell what has changed: ${firstLine(output)}`);
  else if (output.trim() !== '') problems.push('the tree has changes: commit or stash them');
  const fetched = await tell('git', ['fetch', '--quiet']);
  const behind = await tell('git', ['rev-list', '--count', 'HEAD..@{upstream}']);
  if (fetched.code !== 0 || behind.code !== 0) {
    const why = firstLine((fetched.code === 0 ? behind : fetched).output);
    problems.push(`whether others have gone on cannot be told: ${why}; git push --set-upstream REMOTE main`);
  } else if (behind.output.trim() !== '0') {
    problems.push(`the upstream is ${behind.output.trim()} commits ahead: git pull`);
  }
  return problems;
}

/** @param {Published['repository']} repository */
function addressOf(repository) {
  return (typeof repository === 'string' ? repository : repository?.url) ?? '';
}

/** @param {string} output */
function firstLine(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^npm warn/i.test(line));
  return lines[0]?.trim() ?? 'it says nothing';
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
