import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BuiltFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface BuiltDashboard {
  readonly page: BuiltFile;
  /** Assets by name. Each name contains a digest of the content, so the content of a name never changes. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Folders with the built dashboard: next to the built gateway, or in the package's `dist` if the source runs. */
const folders = ['./dashboard', '../../../dist/dashboard'];

/** Reads the built files. Returns null without a build, for example in a program that bundles the gateway. */
export function readDashboard(): BuiltDashboard | null {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of folders) {
    const found = readFolder(join(here, folder));
    if (found !== null) return found;
  }
  return null;
}

export function readFolder(folder: string): BuiltDashboard | null {
  try {
    const assets = readdirSync(join(folder, 'assets')).map(
      (name) => [name, readFile(join(folder, 'assets', name))] as const,
    );
    return { page: readFile(join(folder, 'index.html')), assets: new Map(assets) };
  } catch {
    return null;
  }
}

function readFile(path: string): BuiltFile {
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    body: readFileSync(path),
  };
}
