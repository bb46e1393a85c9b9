import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  /** From the start of the process until it says where it answers. */
  readonly startedInMs: number;
  stop(): Promise<void>;
}

/** Starts a script that prints its address as soon as it answers. */
export async function startServer(script: URL, ...args: readonly string[]): Promise<RunningServer> {
  const started = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    startedInMs: performance.now() - started,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
