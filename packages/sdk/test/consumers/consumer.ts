import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { untar } from '../../../../test/untar.ts';

const sdk = path.join(import.meta.dirname, '../..');
const repository = path.join(sdk, '../..');

/** Returns the folder of an installed dependency of this package or of the repository. */
export function installed(name: string): string {
  const places = [sdk, repository].map((folder) => path.join(folder, 'node_modules', name));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return realpathSync(found);
}

/** Returns the path of Node in an npm package that contains it. */
export function nodeOf(name: string): string {
  return path.join(installed(name), process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
}

/**
 * Creates a folder outside the repository that contains the built package as npm would install it. It links the
 * installed dependencies and downloads nothing.
 */
export function makeConsumer(): { readonly folder: string; readonly remove: () => void } {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-consumer-')));
  const pack = path.join(repository, 'scripts/pack.mjs');
  const [tarball = ''] = execFileSync(process.execPath, [pack, '--shared'], { encoding: 'utf8' }).split('\n');
  const modules = path.join(folder, 'node_modules');
  const target = path.join(modules, '@inrgate/sdk');
  const unpacked = path.join(folder, 'unpacked');
  untar(gunzipSync(readFileSync(path.join(repository, tarball))), unpacked);
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(path.join(unpacked, 'package'), target);
  for (const scope of ['@types', '@opentelemetry']) mkdirSync(path.join(modules, scope));
  for (const name of ['ky', 'zod', '@types/node', '@opentelemetry/api']) {
    symlinkSync(installed(name), path.join(modules, name), 'junction');
  }
  cpSync(path.join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of a consumer on this Node. Removes environment variables that suppress warnings. */
export async function run(node: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { NODE_OPTIONS: _options, NODE_NO_WARNINGS: _quiet, VITEST: _vitest, ...env } = process.env;
  const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}
