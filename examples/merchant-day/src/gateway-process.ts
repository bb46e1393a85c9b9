import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What `inrgate serve --json` prints once it answers requests. */
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
  /** Asks it to stop, and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the gateway as a process of its own, on a free port and with an empty store in memory. */
export async function startGateway(): Promise<GatewayProcess> {
  const command = fileURLToPath(import.meta.resolve('@inrgate/cli/bin/inrgate.js'));
  const child = spawn(process.execPath, [command, 'serve', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // Whatever happens to this process, the gateway does not stay behind.
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
