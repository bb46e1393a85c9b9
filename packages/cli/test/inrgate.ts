import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/free-port.ts';

export const command = fileURLToPath(new URL('../bin/inrgate.js', import.meta.url));

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export type Env = Readonly<Record<string, string>>;

export interface RunOptions {
  /** Standard input, by default empty. */
  readonly input?: string | Buffer;
  readonly cwd?: string;
}

const home = mkdtempSync(path.join(tmpdir(), 'inrgate-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/** Environment with only the given INRGATE_ variables and profile, and without the variables of the machine. */
export function environment(env: Env): Env {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(INRGATE_|NODE_OPTIONS|NO_COLOR|FORCE_COLOR|npm_)/.test(name)
      ? []
      : [[name, value] as const],
  );
  return { ...Object.fromEntries(inherited), ...homeIn(home), ...env };
}

/** Variables that set the home folder, which contains the profiles. */
export function homeIn(folder: string): Env {
  return { HOME: folder, XDG_CONFIG_HOME: path.join(folder, '.config'), APPDATA: folder };
}

function start(args: readonly string[], env: Env, { input = '', cwd }: RunOptions = {}): Child {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(env),
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Ignore the error, because a command that reads nothing may have ended before this write.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return child;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function inrgate(
  args: readonly string[],
  env: Env = {},
  options: RunOptions = {},
): Promise<Ended> {
  const child = start(args, env, options);
  return ended(child, text(child.stdout));
}

async function ended(child: Child, stdout: Promise<string>): Promise<Ended> {
  const [out, err, [code]] = await Promise.all([stdout, text(child.stderr), once(child, 'close')]);
  return { code, stdout: out, stderr: err };
}

export interface Ready {
  readonly event: 'ready';
  readonly url: string;
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly controlUrl: string;
  readonly dashboardUrl: string;
  readonly merchants: readonly Record<string, string>[];
}

export interface Served {
  readonly ready: Ready;
  /** Environment for commands that use this gateway. */
  readonly env: Env;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Runs `inrgate serve --json --port 0` until `stop` is called. */
export async function serve(args: readonly string[] = [], env: Env = {}): Promise<Served> {
  const { line, stop } = await serveUntil(/^\{/, ['--json', ...args], env);
  const ready: Ready = JSON.parse(line);
  return { ready, env: { INRGATE_BASE_URL: ready.baseUrl }, stop };
}

/** Runs `inrgate serve --port 0` and waits for a line on standard output. */
export async function serveUntil(
  awaited: RegExp,
  args: readonly string[],
  env: Env = {},
): Promise<Pick<Served, 'stop'> & { readonly line: string }> {
  const child = start(['serve', '--port', '0', ...args], env);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const found = new Promise<string>((resolve) => {
    reader.on('line', (line) => {
      lines.push(line);
      if (awaited.test(line)) resolve(line);
    });
  });
  const end = ended(
    child,
    once(reader, 'close').then(() => lines.join('\n')),
  );
  const line = await Promise.race([found, end]);
  if (typeof line !== 'string') throw new Error(`inrgate serve did not start: ${line.stderr}`);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return end;
  };
  return { line, stop };
}

/** Returns a URL at which no server listens. */
export async function deadAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
