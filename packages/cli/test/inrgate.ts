import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../bin/inrgate.js', import.meta.url));

type Child = ChildProcessByStdio<null, Readable, Readable>;

type Env = Readonly<Record<string, string>>;

/** Starts the built command, with no INRGATE_ variables but the given ones. */
function start(args: readonly string[], env: Env): Child {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(INRGATE_|NODE_OPTIONS|FORCE_COLOR|npm_)/.test(name),
  );
  return spawn(process.execPath, [command, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a process, to its end. */
export async function inrgate(args: readonly string[], env: Env = {}): Promise<Ended> {
  const child = start(args, env);
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
  /** For the commands that are to talk to it. */
  readonly env: Env;
  /** Sends the signal and answers how the process ended. */
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
