import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Line that `inrgate serve --json` prints when it is ready. */
export interface Ready {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly controlUrl: string;
  readonly merchants: readonly {
    readonly mchId: string;
    readonly mchKey: string;
    readonly mchSecret: string;
  }[];
}

export interface GatewayProcess {
  readonly ready: Ready;
  /** Stops the process and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the gateway as a process on a free port, with an empty store in memory. */
export async function startGateway(): Promise<GatewayProcess> {
  const command = fileURLToPath(import.meta.resolve('@inrgate/cli/src/main.ts'));
  const node = ['--conditions=@inrgate/source', command];
  const child = spawn(process.execPath, [...node, 'serve', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // Stops the gateway even if this process fails.
  process.once('exit', () => child.kill());
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  if (typeof line !== 'string') throw new Error('the gateway did not start');
  return {
    ready: JSON.parse(line),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}
