import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, from the built gateway and from its source. */
const repositories = ['../../..', '../../../../..'];

/** Where `npm run docs` puts the site; null for a gateway that is installed: the site is in the repository alone. */
export function siteFolder(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const repository = repositories
    .map((up) => join(here, up))
    .find((folder) => existsSync(join(folder, 'pnpm-workspace.yaml')));
  return repository === undefined ? null : join(repository, 'docs/.vitepress/dist');
}

/**
 * Reads a file of the site by its name below the folder, `how-to/go-live.html`; null when there is none. What is asked for is
 * looked up among the names that there are, and makes no path.
 */
export function readSiteFile(folder: string, name: string): Uint8Array | null {
  const file = filesBelow(folder).find((path) => relative(folder, path).replaceAll(sep, '/') === name);
  return file === undefined ? null : readFileSync(file);
}

/** Regular files alone: a link to elsewhere is none. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
