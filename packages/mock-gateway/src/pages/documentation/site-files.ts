import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository, relative to the built gateway and relative to its source. */
const repositories = ['../../..', '../../../../..'];

/** Folder in which `npm run docs` builds the site, relative to the pages. */
export const builtSite = '.vitepress/dist';

/**
 * Folder with the documentation pages. Only the repository contains them, so the result is null for an installed
 * gateway. Must not find a `docs` folder of a shop.
 */
export function docsFolder(here = dirname(fileURLToPath(import.meta.url))): string | null {
  const repository = repositories
    .map((up) => join(here, up))
    .find(
      (folder) =>
        existsSync(join(folder, 'pnpm-workspace.yaml')) && here.startsWith(join(folder, 'packages', sep)),
    );
  return repository === undefined ? null : join(repository, 'docs');
}

/** Names of the Markdown pages below the folder, `how-to/go-live.md`, in reading order. */
export function pageNames(folder: string): readonly string[] {
  return ['tutorial', 'how-to', 'reference', 'explanation'].flatMap((part) => {
    const path = join(folder, part);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${part}/${name}`);
  });
}

export interface SiteFile {
  /** ETag from the size and the modification time of the content. */
  readonly etag: string;
  readonly read: () => Uint8Array;
}

/**
 * Returns a file of the site by its name below the folder, for example `how-to/go-live.html`, or null. The name must
 * match exactly, and must contain neither `..` nor a symbolic link.
 */
export function siteFile(folder: string, name: string): SiteFile | null {
  const path = join(folder, name);
  try {
    const here = [realpathSync(folder), ...name.split('/')].join(sep);
    if (realpathSync(path) !== here) return null;
    const found = statSync(path);
    if (!found.isFile()) return null;
    const etag = `W/"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`;
    return { etag, read: () => readFileSync(path) };
  } catch {
    return null;
  }
}
