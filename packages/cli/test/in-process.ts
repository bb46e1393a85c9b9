import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable, type Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../src/program.ts';
// Load this module outside of all runs, because its library keeps the environment variables of the first caller.
import '../src/session/profile-store.ts';
import {
  type Ended,
  type Env,
  environment,
  homeIn,
  type Ready,
  type RunOptions,
  type Served,
} from './inrgate.ts';
import { Lines, type Running } from './running.ts';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
const signals: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP'] satisfies Signal[];

/** The properties of `process` that each run has for itself. */
interface Own {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

interface Run extends Own {
  readonly listeners: { readonly signal: unknown; readonly listener: (signal: unknown) => void }[];
}

/** The run to which the current code belongs. */
const runs = new AsyncLocalStorage<Run>();

function giveEachRunItsOwn(name: keyof Own): void {
  const usual = Object.getOwnPropertyDescriptor(process, name);
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => runs.getStore()?.[name] ?? usual?.get?.call(process) ?? usual?.value,
  });
}

const usualEnv = process.env;
const homeNames = Object.keys(homeIn(''));
const usualHome = Object.fromEntries(homeNames.map((name) => [name, usualEnv[name]]));
const active = new Set<Run>();

/** Sets the home folder of this process to the folder of the latest run. Libraries read it outside of the run. */
function moveHome(): void {
  const home = [...active].at(-1)?.env ?? usualHome;
  for (const name of homeNames) {
    if (home[name] === undefined) delete usualEnv[name];
    else usualEnv[name] = home[name];
  }
}

for (const name of ['env', 'stdin', 'stdout', 'stderr'] as const) giveEachRunItsOwn(name);
process.on('newListener', (signal: unknown, listener: (signal: unknown) => void) => {
  if (signals.includes(signal)) runs.getStore()?.listeners.push({ signal, listener });
});

/**
 * Runs the command in this process, because starting a process takes longer than most commands. Each run has its own
 * environment variables, standard streams and signal handlers. All runs share the current folder.
 */
export async function inProcess(
  args: readonly string[],
  env: Env = {},
  { input = '', cwd }: RunOptions = {},
): Promise<Ended> {
  const usual = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    return await start(args, env, input).ended;
  } finally {
    process.chdir(usual);
  }
}

/** Starts a command in this process and ends it after the test. */
export function runInProcess(args: readonly string[], env: Env = {}): Running {
  const running = start(args, env, '');
  onTestFinished(async () => void (await running.stop()));
  return running;
}

function start(args: readonly string[], env: Env, input: string | Buffer): Running {
  const lines = new Lines();
  const [stdout, stderr] = [lines.stream(), lines.stream()];
  const run: Run = {
    env: { ...environment(env) },
    stdin: Readable.from([input]),
    stdout: stdout.writable,
    stderr: stderr.writable,
    listeners: [],
  };
  active.add(run);
  moveHome();
  const ended = runs.run(run, async (): Promise<Ended> => {
    try {
      const code = await runCommandLine(args);
      return { code, stdout: stdout.text(), stderr: stderr.text() };
    } finally {
      // Remove the listeners, because the end of a process would remove them too.
      for (const { signal, listener } of run.listeners) process.off(String(signal), listener);
      active.delete(run);
      moveHome();
    }
  });
  return {
    lines: lines.all,
    ended,
    line: (pattern) => lines.line(pattern, ended),
    stop: (signal = 'SIGINT') => {
      for (const { signal: heard, listener } of run.listeners) if (heard === signal) listener(signal);
      return ended;
    },
  };
}

/** Runs `inrgate serve --json --port 0` in this process until `stop` is called. */
export async function serveInProcess(args: readonly string[] = [], env: Env = {}): Promise<Served> {
  const { line, stop } = start(['serve', '--port', '0', '--json', ...args], env, '');
  const ready: Ready = JSON.parse(await line(/^\{/));
  return { ready, env: { INRGATE_BASE_URL: ready.baseUrl }, stop: (signal = 'SIGTERM') => stop(signal) };
}
