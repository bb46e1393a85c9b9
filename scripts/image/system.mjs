/**
 * The lower layer of the image: Node and the libraries that it loads, copied from the build machine. Node contains its
 * own certificates and time zones, so the image needs no other part of a distribution.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryNode, root, run } from '../workspace.mjs';

/** Id of the user in the Dockerfile. Other images without a shell use the same id for `nonroot`. */
export const user = 65_532;

/** The machine lacks suitable libraries for the image. The message is the complete explanation. */
export class UnsuitableMachine extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(`error: ${reason}. Run docker build -t inrgate . instead.`);
  }
}

/**
 * Libraries of glibc before 2.34 that resolve names. No program links to these libraries, so the list of loaded
 * libraries lacks them.
 */
const nameLibraries = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'];
/** Folders that every loader searches, including the loader of the image. */
const searched = /^(?:\/usr)?\/lib(?:64)?\/(?:[a-z0-9_]+-linux-gnu\/)?[^/]+$/;

/**
 * Files of the lower layer.
 * @returns {Promise<readonly import('./entry.d.ts').Entry[]>}
 * @throws {UnsuitableMachine} on a machine other than Linux with glibc
 */
export async function systemFiles() {
  const node = repositoryNode();
  const libraries = await librariesOf(node);
  return [
    ...settings(),
    { name: 'tmp', mode: 0o1777 },
    ...libraries.map((file) => copied(file, 0o755)),
    ...(await packagesOf(libraries)),
    { name: 'usr/bin/node', mode: 0o755, content: readFileSync(node) },
    { name: 'usr/share/doc/inrgate/LICENSE', mode: 0o644, content: readFileSync(path.join(root, 'LICENSE')) },
  ];
}

/**
 * @param {string} node
 * @returns {Promise<readonly string[]>} libraries that it loads
 */
async function librariesOf(node) {
  const { output } = await run(node, ['--print', 'JSON.stringify(process.report.getReport())']);
  const { header, sharedObjects } = JSON.parse(output);
  if (header.glibcVersionRuntime === undefined)
    throw new UnsuitableMachine(`npm run image needs Linux with glibc, and this is ${process.platform}`);
  const loaded = sharedObjects.filter((/** @type {string} */ file) => file.startsWith('/'));
  const unusual = loaded.find((/** @type {string} */ file) => !searched.test(file));
  if (unusual !== undefined)
    throw new UnsuitableMachine(`Node loads ${unusual}, and a container does not search that folder`);
  const folder = path.dirname(loaded.find((/** @type {string} */ file) => file.includes('/libc.so')));
  return [
    ...loaded,
    ...nameLibraries.map((name) => path.join(folder, name)).filter((file) => existsSync(file)),
  ];
}

/** @returns {readonly import('./entry.d.ts').Entry[]} */
function settings() {
  const texts = {
    passwd: `root:x:0:0:root:/:/sbin/nologin\ninrgate:x:${user}:${user}:inrgate:/data:/sbin/nologin\n`,
    group: `root:x:0:\ninrgate:x:${user}:\n`,
    'nsswitch.conf': 'hosts: files dns\n',
  };
  const written = Object.entries(texts).map(([name, text]) => ({
    name: `etc/${name}`,
    mode: 0o644,
    content: Buffer.from(text),
  }));
  // Include this file, because scanners use it to determine the distribution of the libraries.
  return existsSync('/etc/os-release') ? [...written, copied('/etc/os-release', 0o644)] : written;
}

/**
 * Returns the records and licences of the Debian packages that contain these files, at the paths where scanners expect
 * them in an image without dpkg. Returns nothing on other systems.
 * @param {readonly string[]} files
 */
async function packagesOf(files) {
  const asked = files.flatMap((file) => [file, `/usr${file}`]);
  const { output } = await run('dpkg-query', ['--search', ...asked]);
  const names = new Set(
    [...output.matchAll(/^([a-z0-9][a-z0-9+.-]+)(?::[a-z0-9-]+)?: \//gm)].map(([, name = '']) => name),
  );
  const records = await Promise.all(
    [...names].sort().map(async (name) => {
      const { output: status } = await run('dpkg-query', ['--status', name]);
      const record = { name: `var/lib/dpkg/status.d/${name}`, mode: 0o644, content: Buffer.from(status) };
      const licence = `/usr/share/doc/${name}/copyright`;
      return existsSync(licence) ? [record, copied(licence, 0o644)] : [record];
    }),
  );
  return records.flat();
}

/**
 * @param {string} file
 * @param {number} mode
 */
function copied(file, mode) {
  return { name: file.slice(1), mode, content: readFileSync(file) };
}
