/**
 * `npm run release` publishes the versions that `npm run changeset -- version` has set. The script stops at known
 * causes of an incomplete release, runs every check, packs, publishes these tarballs with provenance, and tags the
 * commit. After a failed release, it continues at the failed step.
 *
 * - `--first` publishes from any machine with an npm login, but without provenance, because only an existing package
 * can trust a workflow.
 * - `--dry-run` shows the steps, lets npm inspect the tarballs, and publishes nothing.
 * - `--unchecked` skips the checks.
 *
 * docs/explanation/releasing.md describes the steps.
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
 * @typedef {object} Situation facts that determine whether a release is possible
 * @property {readonly Published[]} packages
 * @property {readonly string[]} changesets changeset files that no version includes yet
 * @property {boolean} trusted true if a workflow that npm can trust runs the release
 * @property {boolean} first true for the first release, which needs an npm login
 * @property {(command: 'git' | 'npm', args: readonly string[]) => Promise<Ended>} run
 */

const shell = process.platform === 'win32';

/**
 * @param {boolean} first
 * @returns {Situation}
 */
function situation(first) {
  const packages = published.map((folder) => {
    const { name, version, repository } = JSON.parse(
      readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8'),
    );
    return { name, version, repository };
  });
  const changesets = readdirSync(path.join(root, '.changeset')).filter((file) => file.endsWith('.md'));
  // GitHub sets this variable for a job that has the permission `id-token: write`.
  const trusted = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined;
  return { packages, changesets, trusted, first, run: (command, args) => run(command, [...args], { shell }) };
}

/**
 * Reasons against a release now, each with its fix.
 *
 * @param {Situation} found
 * @returns {Promise<string[]>}
 */
export async function problemsOf({ packages, changesets, trusted, first, run: tell }) {
  const problems = await problemsOfTree(tell);
  if (changesets.length > 0) {
    problems.push(
      `${changesets.length} changesets are in no version yet: npm run changeset -- version, and commit`,
    );
  }
  if (!trusted && !first)
    problems.push('npm proves where a package was built in a workflow only: run release.yml, or add --first');
  if (!trusted && (await tell('npm', ['whoami'])).code !== 0)
    problems.push('no npm user is logged in: npm login');
  const looked = await Promise.all(packages.map((one) => lookUp(one, tell)));
  problems.push(...looked.filter((found) => typeof found === 'string'));
  if (looked.every((found) => found === true))
    problems.push(`${packages[0]?.version} of every package is published already: add a changeset`);
  const unnamed = packages.filter(({ repository }) => addressOf(repository) === '');
  if (unnamed.length > 0) {
    problems.push(
      `${unnamed.map(({ name }) => name).join(', ')}: package.json has no \`repository\`, which npm compares with the provenance. ` +
        'Add {"type": "git", "url": "git+https://HOST/OWNER/NAME.git", "directory": "packages/…"}, `homepage` and `bugs` of the public repository',
    );
  }
  return problems;
}

/**
 * Returns whether a version is published, or the reason why npm could not determine this.
 * @param {Published} one
 * @param {Situation['run']} tell
 * @returns {Promise<boolean | string>}
 */
async function lookUp({ name, version }, tell) {
  const { code, output } = await tell('npm', ['view', `${name}@${version}`, 'version']);
  // npm prints nothing for an unknown version of a known name.
  if (code === 0) return output.includes(version);
  return output.includes('E404') ? false : `npm cannot look up ${name} ${version}: ${firstLine(output)}`;
}

/**
 * Checks that the commit to release equals `main`, both in this clone and at the upstream.
 * @param {Situation['run']} tell
 */
async function problemsOfTree(tell) {
  const problems = [];
  const branch = (await tell('git', ['rev-parse', '--abbrev-ref', 'HEAD'])).output.trim();
  if (branch !== 'main') problems.push(`this is the branch ${branch}: git switch main`);
  const { code, output } = await tell('git', ['status', '--porcelain']);
  if (code !== 0) problems.push(`git cannot list the changes: ${firstLine(output)}`);
  else if (output.trim() !== '') problems.push('the tree has changes: commit or stash them');
  const fetched = await tell('git', ['fetch', '--quiet']);
  const behind = await tell('git', ['rev-list', '--count', 'HEAD..@{upstream}']);
  if (fetched.code !== 0 || behind.code !== 0) {
    const why = firstLine((fetched.code === 0 ? behind : fetched).output);
    problems.push(`git cannot compare main with its upstream (${why}): git push --set-upstream REMOTE main`);
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
 * Publishes a tarball with npm. An existing version stays unchanged.
 * @param {string} tarball
 * @param {readonly string[]} options
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>} whether the version is published now
 */
export async function publish(tarball, options, env) {
  const args = ['publish', path.resolve(root, tarball), '--access', 'public', '--ignore-scripts', ...options];
  const { code, output } = await run('npm', args, { shell, ...(env && { env }) });
  if (code === 0 || output.includes('previously published')) return true;
  console.log(output.trimEnd());
  return false;
}

/** @param {readonly string[]} options */
async function release(options) {
  const dry = options.includes('--dry-run');
  const found = situation(options.includes('--first'));
  const problems = await problemsOf(found);
  for (const problem of problems) console.log(`${dry ? 'would be refused' : 'refused'}: ${problem}`);
  if (problems.length > 0 && !dry) return 1;
  if (!options.includes('--unchecked')) {
    const { code } = await runNode('scripts/check.mjs', ['--all'], { inherit: true });
    if (code !== 0) return code;
  }
  const { code, output, tarballs } = await pack(dry ? 'node_modules/.cache/inrgate/release' : 'dist');
  if (code !== 0) {
    console.log(output);
    return code;
  }
  for (const [at, { name, version }] of found.packages.entries()) {
    const how = dry ? '--dry-run' : `--provenance=${found.trusted}`;
    if (!(await publish(tarballs[at] ?? '', [how]))) return 1;
    console.log(`${dry ? 'would publish' : 'published'}: ${name} ${version}`);
  }
  if (!dry) return (await runNode(tools.changeset, ['git-tag'], { inherit: true })).code;
  console.log('Nothing was published.');
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUpOrExit();
  process.exitCode = await release(process.argv.slice(2));
}
