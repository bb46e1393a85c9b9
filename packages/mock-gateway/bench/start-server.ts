import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of `servers.ts` in a process of its own. */
export interface RunningServer {
  readonly url: string;
  /** From the start of the process until it says where it answers. */
  readonly startedInMs: number;
  stop(): Promise<void>;
}

const script = new URL('./servers.ts', import.meta.url).pathname;

export async function startServer(name: string, file?: string): Promise<RunningServer> {
  const started = performance.now();
  const args = file === undefined ? [script, name] : [script, name, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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
