import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.ts';

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  /** From the start of the process until it prints its URL. */
  readonly startedInMs: number;
  /** Its report about itself: by `report` of this folder. */
  report(collected?: 'collected'): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts a script that prints its URL as soon as it responds. */
export async function startServer(script: URL, ...args: readonly string[]): Promise<RunningServer> {
  const started = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout === null) throw new Error('the output of a server is piped');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    startedInMs: performance.now() - started,
    report: async (collected) => {
      child.send(collected ?? 'now');
      const [report] = await once(child, 'message');
      return report as Report;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
