/** Runs the commands of a shop in one process, because starting a process takes longer than most commands. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import type { Command, Ended, Resident, Settings } from './shop.ts';

/** A line that the process prints for each command. */
interface Result {
  readonly id: string;
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the process at the first command. The process ends at the end of the test file. */
export function resident(program: () => Command): Resident {
  let started: ReturnType<typeof startProcess> | undefined;
  afterAll(() => started?.end());
  return (words, settings) => {
    started ??= startProcess(program());
    return started.run(words, settings);
  };
}

function startProcess([program, ...args]: Command) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<string, { resolve(ended: Ended): void; reject(error: Error): void }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, code, stdout, stderr } = JSON.parse(line) as Result;
    waiting.get(id)?.resolve({ code: Number(code), stdout: stdout.trim(), stderr: stderr.trim() });
    waiting.delete(id);
  });
  child.on('close', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} ended with ${code}`));
  });
  let commands = 0;
  return {
    run(words: readonly string[], settings: Settings): Promise<Ended> {
      const { promise, ...ends } = Promise.withResolvers<Ended>();
      commands += 1;
      const id = String(commands);
      waiting.set(id, ends);
      child.stdin.write(`${JSON.stringify({ id, words, settings })}\n`);
      return promise;
    },
    end: () => void child.kill('SIGKILL'),
  };
}
