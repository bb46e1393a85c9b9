import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Data that a measured server reports about itself. */
export interface Report {
  /** CPU seconds of all threads since the start. */
  readonly processor: number;
  /** Resident memory in bytes. */
  readonly resident: number;
  /** JavaScript heap in bytes. */
  readonly heap: number;
}

export interface RunningServer {
  readonly url: string;
  /** Milliseconds from the start of the process until it prints its URL. */
  readonly startedInMs: number;
  report(collected?: 'collected'): Promise<Report>;
  stop(): Promise<void>;
}

const command = new URL('../../packages/cli/bin/inrgate.js', import.meta.url);
const reporting = new URL('./report-on-import.mjs', import.meta.url);

/** Starts a script that prints its URL when it responds. */
export function startServer(script: URL, ...args: readonly string[]): Promise<RunningServer> {
  return started([fileURLToPath(script), ...args], (line) => line.trim());
}

/** Starts `inrgate serve` from the npm build. The returned URL is the base URL of v3. */
export function startCommand(...args: readonly string[]): Promise<RunningServer> {
  const serve = [fileURLToPath(command), 'serve', '--port', '0', '--json', '--quiet', ...args];
  return started(serve, (line) => {
    const { baseUrl } = JSON.parse(line) as { readonly baseUrl: string };
    return `${baseUrl}/`;
  });
}

/** @param urlOf extracts the URL from the first line of output */
async function started(args: readonly string[], urlOf: (line: string) => string): Promise<RunningServer> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', reporting.href, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout === null) throw new Error('the output of a server is piped');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: urlOf(line.toString()),
    startedInMs: performance.now() - began,
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
