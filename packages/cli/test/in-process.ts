import { vi } from 'vitest';
import { runCommandLine } from '../src/program.ts';
import { type Ended, type Env, environment } from './inrgate.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** True during a run, because all runs share one standard output. */
let running = false;

/**
 * Runs the command in this process, because starting a process takes longer than most commands. Does not support
 * simultaneous commands, or commands that read standard input or run until they are stopped.
 */
export async function inProcess(args: readonly string[], env: Env = {}): Promise<Ended> {
  if (running) throw new Error('one command is at work in this process');
  running = true;
  try {
    return await runAlone(args, environment(env));
  } finally {
    running = false;
  }
}

async function runAlone(args: readonly string[], env: Env): Promise<Ended> {
  for (const name of Object.keys(process.env)) if (!(name in env)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = signals.map((signal) => process.listeners(signal));
  const watching = process.stdout.listeners('error');
  const outputs = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      outputs[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await runCommandLine(args), ...outputs };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    // Remove the listeners, because the end of a process would remove them too.
    for (const [index, signal] of signals.entries()) {
      const added = process.listeners(signal).filter((listener) => !before[index]?.includes(listener));
      for (const listener of added) process.off(signal, listener);
    }
    for (const listener of process.stdout.listeners('error')) {
      if (!watching.includes(listener)) process.stdout.off('error', listener as () => void);
    }
  }
}
