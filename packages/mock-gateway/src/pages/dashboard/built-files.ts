import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
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
  if (isSea()) return readExecutable();
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of folders) {
    const found = readFolder(join(here, folder));
    if (found !== null) return found;
  }
  return null;
}

export function readFolder(folder: string): BuiltDashboard | null {
  try {
    return dashboardOf(readdirSync(join(folder, 'assets')), (path) => readFileSync(join(folder, path)));
  } catch {
    return null;
  }
}

/** Prefix of the dashboard's files in the executable. */
const prefix = 'dashboard/';

function readExecutable(): BuiltDashboard | null {
  const keys = getAssetKeys();
  if (!keys.includes(`${prefix}index.html`)) return null;
  const assets = `${prefix}assets/`;
  const names = keys.flatMap((key) => (key.startsWith(assets) ? [key.slice(assets.length)] : []));
  return dashboardOf(names, (path) => new Uint8Array(getRawAsset(prefix + path)));
}

function dashboardOf(names: readonly string[], read: (path: string) => Uint8Array): BuiltDashboard {
  const file = (path: string) => ({
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    body: read(path),
  });
  return { page: file('index.html'), assets: new Map(names.map((name) => [name, file(`assets/${name}`)])) };
}
