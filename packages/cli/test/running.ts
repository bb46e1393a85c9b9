import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
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

/** Lines of the outputs of a command. */
export class Lines {
  readonly all: string[] = [];
  readonly #waiting = new Set<() => void>();

  /** Creates an output. */
  stream(): { readonly writable: Writable; readonly text: () => string } {
    const decoder = new StringDecoder('utf8');
    let text = '';
    let rest = '';
    const writable = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const added = decoder.write(chunk);
        text += added;
        const lines = (rest + added).split('\n');
        rest = lines.pop() ?? '';
        this.all.push(...lines);
        for (const look of this.#waiting) look();
        done();
      },
    });
    return { writable, text: () => text };
  }

  /** Returns the first matching line, printed already or later. Rejects if the command ends without it. */
  async line(pattern: RegExp, ended: Promise<Ended>): Promise<string> {
    const found = new Promise<string>((resolve) => {
      const look = () => {
        const line = this.all.find((candidate) => pattern.test(candidate));
        if (line === undefined) return;
        this.#waiting.delete(look);
        resolve(line);
      };
      this.#waiting.add(look);
      look();
    });
    const first = await Promise.race([found, ended]);
    if (typeof first === 'string') return first;
    throw new Error(`it ended without a line ${pattern}: ${first.stdout}${first.stderr}`);
  }
}

/** Starts the built command and ends it after the test. */
export function run(args: readonly string[], env: Env = {}): Running {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = new Lines();
  const textOf = async (stream: NodeJS.ReadableStream) => {
    const { writable, text } = lines.stream();
    await pipeline(stream, writable);
    return text();
  };
  const closed = once(child, 'close');
  const ended = Promise.all([textOf(child.stdout), textOf(child.stderr), closed]).then(
    ([stdout, stderr, [code]]): Ended => ({ code, stdout, stderr }),
  );
  return {
    lines: lines.all,
    ended,
    line: (pattern) => lines.line(pattern, ended),
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}
