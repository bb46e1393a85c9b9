/**
 * `npm run supply` checks the dependencies. It queries the registry for advisories about all installed packages and
 * checks the licences. It also writes a CycloneDX bill of materials for each published package to `dist/sbom/`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUpOrExit } from './setup.mjs';
import { pnpm, root } from './workspace.mjs';

/** Licences that only require a copy of their text with the code. */
export const permissive = [
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '(WTFPL OR MIT)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'WTFPL OR ISC',
];

/**
 * Licences with further requirements, each with the reason why we meet them. No published package contains code under
 * these licences.
 * @type {Record<string, string>}
 */
export const answered = {
  'caniuse-lite':
    'CC-BY-4.0, which requires attribution: a table of browsers that Babel uses, only for the generated mutants',
  lightningcss: 'MPL-2.0, whose terms apply to its own files: it builds the dashboard and is not shipped',
};

/** @typedef {{ name: string, license: string }} Licensed */

/**
 * Returns every installed package, with its licence.
 * @returns {Promise<Licensed[]>}
 */
export async function licences() {
  const { output } = await pnpm(['licenses', 'list', '--json']);
  // Skip npm's warnings, because npm prints them before the JSON on the same output.
  /** @type {Record<string, Licensed[]>} */
  const byLicence = JSON.parse(output.slice(output.indexOf('{\n')));
  return Object.values(byLicence)
    .flat()
    .map(({ name, license }) => ({ name, license }));
}

/**
 * Returns the licences for which no reason is stated.
 * @param {readonly Licensed[]} found
 */
export function unanswered(found) {
  return found.filter(({ name, license }) => !permissive.includes(license) && !(reasonFor(name) ?? false));
}

/** @param {string} name name of a package, or of one of its builds for a platform: `lightningcss-linux-x64-gnu` */
function reasonFor(name) {
  const own = Object.keys(answered).find((known) => name === known || name.startsWith(`${known}-`));
  return own === undefined ? undefined : answered[own];
}

/**
 * Writes a bill of materials for each published package.
 * @param {string} folder path from the root, or absolute
 * @returns {Promise<{ code: number, output: string, files: string[] }>} the result, with the paths of the written files
 */
export async function billsOfMaterials(folder) {
  const target = path.resolve(root, folder);
  mkdirSync(target, { recursive: true });
  const format = ['--sbom-format', 'cyclonedx', '--prod', '--split'];
  const out = ['--out', path.join(target, '%s.cdx.json')];
  const { code, output } = await pnpm(['--filter', './packages/*', 'sbom', ...format, ...out]);
  if (code === 0) addWhatIsWithin(path.join(target, 'inrgate-cli.cdx.json'));
  return { code, output, files: readdirSync(target).map((file) => path.join(folder, file)) };
}

/**
 * Adds the packages that are bundled into the command, because they are not among its dependencies.
 * @param {string} file
 */
function addWhatIsWithin(file) {
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  for (const { name, version, license } of withinTheCommand()) {
    const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = [{ license: { id: license } }];
    bill.components.push({
      type: 'library',
      ...(scope && { group: scope }),
      name: own,
      version,
      purl,
      licenses,
    });
  }
  writeFileSync(file, JSON.stringify(bill, null, 2));
}

/** @returns {(Licensed & { version: string })[]} the packages in the built command */
export function withinTheCommand() {
  const notices = readFileSync(path.join(root, 'packages/cli/dist/NOTICES.txt'), 'utf8');
  return [...notices.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) (\d+\.\d+\.\d+) \(([\w.-]+)\)$/gm)].map(
    ([, name = '', version = '', license = '']) => ({ name, version, license }),
  );
}

async function checkLicences() {
  const left = unanswered(await licences());
  for (const { name, license } of left) console.log(`${name}: ${license} (see scripts/supply-chain.mjs)`);
  console.log(
    left.length === 0 ? 'Licences: each is permissive or has a stated reason.' : 'Licences: see above.',
  );
  return left.length === 0;
}

/**
 * Checks the advisories. If it finds one, update the package, or ignore the advisory under `auditConfig` in
 * pnpm-workspace.yaml with the reason.
 */
async function audit() {
  const { code, output } = await pnpm(['audit']);
  console.log(output.trimEnd());
  if (output.includes('ERR_PNPM_AUDIT'))
    console.log('The advisories could not be read: nothing was audited.');
  return code === 0;
}

async function writeBills() {
  const { code, output, files } = await billsOfMaterials('dist/sbom');
  console.log(code === 0 ? files.join('\n') : output);
  return code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUpOrExit();
  for (const look of [checkLicences, writeBills, audit]) if (!(await look())) process.exitCode = 1;
}
