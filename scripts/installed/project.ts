import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { publish } from '../release.mjs';
import { packages, run } from '../workspace.mjs';
import { type Registry, startRegistry } from './registry.ts';

const shell = process.platform === 'win32';

/** Starts a registry that contains these tarballs, published as in a release. */
export async function publishedIn(tarballs: readonly string[]): Promise<Registry> {
  const registry = await startRegistry();
  for (const tarball of tarballs)
    expect(await publish(tarball, ['--provenance=false'], registry.env)).toBe(true);
  return registry;
}

/** An empty folder, as a new user has it, with Node and npm. */
export interface Project {
  readonly folder: string;
  /** Runs npm or npx to its end. */
  readonly npm: (args: readonly string[]) => Promise<{ readonly code: number; readonly output: string }>;
  /** Starts `npx` in a separate process group, because `npx` does not forward signals. */
  readonly npx: (args: readonly string[]) => ChildProcess;
  readonly remove: () => void;
}

/** @param env environment with the settings of npm, for example those of a registry */
export function makeProject(node: string, env: NodeJS.ProcessEnv): Project {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inrgate-installed-')));
  const own = { ...env, PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH']}` };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  return {
    folder,
    npm: (args) => run('npm', args, { cwd: folder, shell, env: own }),
    npx: (args) =>
      spawn('npx', args, {
        ...{ cwd: folder, shell, env: own, detached: true },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Installs the packages by their names, or from tarballs. */
export async function install(
  { npm }: Project,
  names: readonly string[] = packages.map((name) => `@inrgate/${name}`),
): Promise<void> {
  const { code, output } = await npm(['install', '--no-audit', '--no-fund', ...names]);
  expect(code, `the packages cannot be installed: ${output}`).toBe(0);
}

/** Runs `npx @inrgate/cli serve` until its control API responds. Returns the duration in milliseconds. */
export async function serveOnce({ npx }: Project): Promise<number> {
  const began = performance.now();
  const child = npx(['--yes', '@inrgate/cli', 'serve', '--port', '0', '--json']);
  if (child.stdout === null) throw new Error('npx has no output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const readyAfter = performance.now() - began;
  const { controlUrl } = JSON.parse(String(line));
  expect(await (await fetch(`${controlUrl}/health`)).json()).toMatchObject({ status: 'ok' });
  process.kill(-Number(child.pid), 'SIGTERM');
  await once(child, 'close');
  return readyAfter;
}
