import { isDeepStrictEqual } from 'node:util';
import {
  ConfigError,
  type Credentials,
  createMockGateway,
  type GatewayAddresses,
  type MockGateway,
  StoreError,
} from '@inrgate/mock-gateway';
import { type Command, InvalidArgumentError } from 'commander';
import { readConfigFile } from '../config-file.ts';
import { UsageError } from '../exit-codes.ts';
import { bold, fields, type Output } from '../output.ts';
import { demo, isLoopback, localGateway, onCall } from '../session.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly db?: string;
  readonly config?: string;
  readonly controlToken?: string;
}

/** Milliseconds that closing may take before the process ends anyway. */
const closingLimit = 10_000;

/** `inrgate serve`. */
export function register(command: Command): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes a free one', readPort, 4300)
    .option('--db <file>', 'keep everything in this SQLite file (default: in memory)')
    .option('--config <file>', 'merchants and settings, YAML or JSON')
    .option(
      '--control-token <token>',
      'what the control API and the dashboard ask for on an address that others can reach',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ inrgate serve
  $ inrgate serve --port 0 --json
  $ inrgate serve --db gateway.db --config merchants.yaml`,
    );
  onCall<ServeOptions>(command, ({ output }, options) => serve(options, output));
}

async function serve(options: ServeOptions, output: Output): Promise<void> {
  const { host, port, controlToken } = options;
  if (!isLoopback(host) && controlToken === undefined) {
    throw new UsageError(
      `--host ${host} can be reached by others: give --control-token, or listen on 127.0.0.1`,
    );
  }
  const stopped = untilStopped();
  const gateway = await createGateway(options);
  try {
    const addresses = await gateway.listen({ host, port }).catch((error: unknown) => {
      throw listenProblem(error, options);
    });
    const { items } = await gateway.merchants.list();
    const merchants = items.map(({ mchId, mchKey, mchSecret }) => ({ mchId, mchKey, mchSecret }));
    output.data({ event: 'ready', ...addresses, merchants }, () => welcome(addresses, merchants));
    await stopped;
  } finally {
    setTimeout(() => process.exit(), closingLimit).unref();
    await gateway.close();
  }
}

async function createGateway({ config: file, db, controlToken }: ServeOptions): Promise<MockGateway> {
  const config = file === undefined ? {} : await readConfigFile(file);
  try {
    return await createMockGateway({ ...config, ...(db && { db }), ...(controlToken && { controlToken }) });
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new UsageError(`${file ?? db}: ${error.message}`, { cause: error });
    }
    if (error instanceof StoreError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** What a newcomer needs: where things are, who the merchant is, what to try. No keys but the demo's are shown. */
function welcome(addresses: GatewayAddresses, merchants: readonly Credentials[]): string {
  const { dashboardUrl, baseUrl, legacyBaseUrl, controlUrl } = addresses;
  const isDemo = merchants.length === 1 && isDeepStrictEqual(merchants[0], demo);
  const who = isDemo ? demo : { merchants: merchants.map(({ mchId }) => mchId).join(', ') };
  return [
    `${bold('inrgate')} is ready: ${dashboardUrl}`,
    '',
    fields({ baseUrl, legacyBaseUrl, controlUrl, ...who }),
    '',
    isDemo
      ? 'Try next, in another terminal:'
      : 'Try next, in another terminal with INRGATE_MCH_ID, INRGATE_MCH_KEY and INRGATE_MCH_SECRET set:',
    ...suggestions(baseUrl),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

function suggestions(baseUrl: string): string[] {
  // Started by npm, the command is in node_modules and not on the PATH.
  const command = process.env['npm_lifecycle_event'] === undefined ? 'inrgate' : 'npx inrgate';
  const address = baseUrl === `${localGateway}/v3` ? '' : ` --base-url ${baseUrl}`;
  return ['payin create --mch-order-no ORDER-1 --amount 500.00', 'balance', 'mock advance 31m'].map(
    (call) => `  ${command} ${call}${address}`,
  );
}

/** Asked once or often (a terminal and npm both pass Ctrl-C on), the gateway stops once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}

function listenProblem(error: unknown, { host, port }: ServeOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new UsageError(`${host}:${port} is in use: choose another --port, or --port 0 for a free one`);
  }
  if (code === 'EACCES') {
    return new UsageError(`${host}:${port} needs more rights: choose a --port above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`--host ${host} is no address of this machine`);
  }
  return error;
}
