import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A checkout whose built packages are measured. */
export interface Checkout {
  readonly name: string;
  readonly folder: string;
}

/** A server in a process of its own. */
export interface Server {
  /** Base URL of v3, without a slash at its end. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it prints its URL. */
  readonly readyInMs: number;
  stop(): Promise<void>;
}

export const run = promisify(execFile);
// In the package of the gateway, because Express is installed there.
const peers = path.join(import.meta.dirname, '../../packages/mock-gateway/bench/peers.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
const unlimited = path.join(folder, 'unlimited.yaml');
writeFileSync(unlimited, 'settings:\n  rateLimitPerMinute: null\n  signatureLock: null\n');
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
/** Returns a path for a new file, which is deleted at the end of the benchmark. */
export function newFile(): string {
  files += 1;
  return path.join(folder, `${files}.db`);
}

export const commandOf = (checkout: Checkout) => path.join(checkout.folder, 'packages/cli/bin/inrgate.js');

/** Starts `inrgate serve` without the rate limit and the lock of wrong signatures. */
export function serve(checkout: Checkout, ...args: readonly string[]): Promise<Server> {
  return started([commandOf(checkout), 'serve', '--port', '0', '--json', '--config', unlimited, ...args]);
}

/** Starts a server of `peers.ts`. */
export function servePeer(name: string, ...args: readonly string[]): Promise<Server> {
  return started([peers, name, ...args]);
}

async function started(args: readonly string[]): Promise<Server> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const lines = createInterface({ input: child.stdout });
  // Later lines are read and dropped, because a full pipe would stop the server.
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [string | number];
  if (typeof line !== 'string') throw new Error(`${args.join(' ')} ended with exit code ${line}`);
  const { baseUrl, controlUrl = '' } = JSON.parse(line) as { baseUrl: string; controlUrl?: string };
  return {
    baseUrl,
    controlUrl,
    pid: child.pid ?? 0,
    readyInMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      running.delete(child);
    },
  };
}

/** CPU time in microseconds that a process has used in all its threads. Linux counts it in steps of 10 ms. */
export function cpuTime({ pid }: Pick<Server, 'pid'>): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10_000;
}

/** Resident memory of a process in bytes. */
export function residentMemory({ pid }: Pick<Server, 'pid'>): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
