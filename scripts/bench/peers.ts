import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freePort } from '../../test/free-port.ts';
import type { Charts } from './plots.ts';
import type { RunningServer } from './start-server.ts';

/** Exact versions, because each figure states the version of its peer. */
const versions = {
  '@mockoon/cli': '9.9.0',
  '@stoplight/prism-cli': '5.16.0',
  emulate: '0.12.2',
  /** Version of the library that draws the plots. */
  echarts: '6.1.0',
} as const;

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/inrgate/bench-peers');

/**
 * Installs the packages that benchmarks need on first use. Does not run install scripts.
 *
 * @returns the folder of the installed modules
 */
function peers(): string {
  const manifest = JSON.stringify({ private: true, dependencies: versions });
  const installed = path.join(folder, `${Object.values(versions).join('_')}.installed`);
  if (existsSync(installed)) return path.join(folder, 'node_modules');
  process.stderr.write('  installing what we are compared with\n');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), manifest);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(installed, '');
  return path.join(folder, 'node_modules');
}

/** Loads the plotting library. A test uses a smaller library. */
export function echarts(): Charts {
  return createRequire(path.join(peers(), 'peers.js'))('echarts') as Charts;
}

/** Starts a peer's program. Resolves when it responds. */
export async function startPeer(
  program: string,
  args: (port: number) => readonly string[],
): Promise<Pick<RunningServer, 'url' | 'stop'>> {
  // The peers do not accept port 0.
  const port = await freePort();
  const script = path.join(peers(), program);
  // Use a separate process group, so the peer's own processes are stopped too.
  const child = spawn(process.execPath, [script, ...args(port)], { stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} has ended`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
