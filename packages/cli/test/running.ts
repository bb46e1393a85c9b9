import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { command, type Ended, type Env, environment } from './inrgate.ts';

export interface Running {
  /** All printed lines of both outputs. */
  readonly lines: readonly string[];
  /** Returns the first matching line, printed already or later. */
  line(pattern: RegExp): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** Starts the built command and ends it after the test. */
export function run(args: readonly string[], env: Env = {}): Running {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const linesOf = async (stream: Readable): Promise<string> => {
    const own: string[] = [];
    const reader = createInterface({ input: stream });
    reader.on('line', (line) => {
      own.push(line);
      lines.push(line);
      for (const look of waiting) look();
    });
    await once(reader, 'close');
    return own.map((line) => `${line}\n`).join('');
  };
  const closed = once(child, 'close');
  const ended = Promise.all([linesOf(child.stdout), linesOf(child.stderr), closed]).then(
    ([stdout, stderr, [code]]): Ended => ({ code, stdout, stderr }),
  );
  return {
    lines,
    ended,
    line: async (pattern) => {
      const found = new Promise<string>((resolve) => {
        const look = () => {
          const line = lines.find((candidate) => pattern.test(candidate));
          if (line === undefined) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      });
      const first = await Promise.race([found, ended]);
      if (typeof first === 'string') return first;
      throw new Error(`it ended without a line ${pattern}: ${first.stdout}${first.stderr}`);
    },
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}
