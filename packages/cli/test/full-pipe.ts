import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { systemCodeOf } from '../src/output/usage-error.ts';

/**
 * A pipe like the pipe of a shell, whose reader reads when the test requests it. Node's own pipes are sockets with
 * larger buffers.
 */
export interface Pipe {
  /** File descriptor to pass to the child. */
  readonly end: number;
  firstLine(): Promise<string>;
  /** Fills the pipe, so no further byte fits. */
  fill(): void;
}

export function pipe(): Pipe {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-pipe-'));
  const name = path.join(folder, 'pipe');
  execFileSync('mkfifo', [name]);
  // Open the pipe for reading and writing, so it neither waits for the other end nor closes with the child.
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const end = openSync(name, constants.O_WRONLY);
  onTestFinished(() => {
    for (const handle of [both, end]) closeSync(handle);
    rmSync(folder, { recursive: true });
  });
  return {
    end,
    async firstLine() {
      let text = '';
      while (!text.includes('\n')) {
        text += readNow(both);
        await sleep(20);
      }
      return text.slice(0, text.indexOf('\n'));
    },
    fill() {
      const bytes = Buffer.alloc(4096);
      while (ifRoom(() => writeSync(both, bytes)) !== undefined);
    },
  };
}

function readNow(handle: number): string {
  const buffer = Buffer.alloc(65_536);
  const length = ifRoom(() => readSync(handle, buffer)) ?? 0;
  return buffer.subarray(0, length).toString('utf8');
}

/** Returns the result of the call, or undefined if the call would wait. */
function ifRoom(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    if (systemCodeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}
