import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { command, type Env, environment } from './inrgate.ts';

export interface TerminalEnded {
  readonly code: number;
  /** All output, with its control characters. */
  readonly raw: string;
  /** The output without control characters. */
  readonly text: string;
}

export interface Terminal {
  /** Resolves when this text appears after the text of the previous call. Rejects if the command ends first. */
  shows(text: string): Promise<void>;
  type(keys: string): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<TerminalEnded>;
}

/** Runs the built command in a terminal. */
export function terminal(
  args: readonly string[],
  env: Env = {},
  options: { readonly columns?: number } = {},
): Terminal {
  return terminalOf(process.execPath, [command, ...args], { ...options, env: withoutCI(environment(env)) });
}

/** Runs a program in a terminal. */
export function terminalOf(
  program: string,
  args: readonly string[],
  { env, cwd, columns = 200 }: { readonly env: Env; readonly cwd?: string; readonly columns?: number },
): Terminal {
  const pty = spawn(program, [...args], {
    name: 'xterm-256color',
    cols: columns,
    rows: 40,
    env,
    ...(cwd !== undefined && { cwd }),
  });
  let raw = '';
  let seen = 0;
  let over = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const check of waiting) check();
  };
  pty.onData((data) => {
    raw += data;
    look();
  });
  const ended = new Promise<TerminalEnded>((resolve) => {
    pty.onExit(({ exitCode }) => {
      over = true;
      look();
      resolve({ code: exitCode, raw, text: stripVTControlCharacters(raw) });
    });
  });
  const shows = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        const shown = stripVTControlCharacters(raw);
        const at = shown.indexOf(text, seen);
        if (at < 0 && !over) return;
        waiting.delete(check);
        if (at < 0) reject(new Error(`ended without showing ${JSON.stringify(text)}: ${shown}`));
        seen = at + text.length;
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { shows, type: (keys) => pty.write(keys), kill: (signal) => pty.kill(signal), ended };
}

/** Removes the CI variable of the test runner, because it would disable interactive output. */
function withoutCI({ CI: _, ...env }: Env): Env {
  return env;
}
