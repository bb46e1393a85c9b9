import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ConfigurationError,
  type Credentials,
  createMockGateway,
  type GatewayAddresses,
  type GatewayOptions,
  type MockGateway,
  StoreError,
  troubleTeller,
} from '@inrgate/mock-gateway';
import { defaultOrigin, defaultPort, demoCredentials } from '@inrgate/sdk/basics';
import type { Command } from 'commander';
import { flagOf } from '../input/field-options.ts';
import { listenProblem } from '../input/files.ts';
import { readCap, readPort, readSeconds } from '../input/value-readers.ts';
import { bold, fields, type Output } from '../output/output.ts';
import { systemCodeOf, UsageError } from '../output/usage-error.ts';
import { onCall } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';
import { readConfigFile } from './serve/config-file.ts';
import { tellLive } from './serve/live-writer.ts';
import { readEnvironment } from './serve/option-variables.ts';

interface ServeOptions extends Pick<GlobalOptions, 'quiet'> {
  readonly host: string;
  readonly port: number;
  readonly db?: string;
  readonly config?: string;
  readonly controlToken?: string;
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  readonly simulate?: true;
  readonly maxDeliveries?: number;
  readonly maxPerReceiver?: number;
  readonly drain: number;
}

/** Maximum duration of the close in milliseconds. Process managers usually kill a process after 10 s. */
const closingLimit = 5_000;

export function register(command: Command): void {
  command
    .option('--host <address>', 'IP address or host name to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 selects a free port', readPort, defaultPort)
    .option('--db <file>', 'SQLite file for all data (default: in memory)')
    .option('--config <file>', 'YAML or JSON file with merchants and settings')
    .option(
      '--control-token <token>',
      'token for the control API and the dashboard; required with --trust-proxy or a non-loopback --host or --public-url',
    )
    .option(
      '--public-url <url>',
      'base URL of every payUrl, for clients that reach the gateway through a tunnel or a proxy',
    )
    .option(
      '--trust-proxy <addresses>',
      'trust the X-Forwarded-For header of these proxies: IP addresses, CIDR blocks or "loopback"',
    )
    .option('--simulate', 'simulate customers who settle each order 5 s after its creation')
    .option(
      '--max-deliveries <number>',
      'maximum number of concurrent deliveries; deliveries that wait longer than 1 s do not count (default: 32)',
      readCap,
    )
    .option(
      '--max-per-receiver <number>',
      'maximum number of concurrent deliveries to one host and port (default: 4)',
      readCap,
    )
    .option(
      '--drain <seconds>',
      'seconds to accept requests after a stop signal, while /_mock/ready returns 503 to the load balancer',
      readSeconds,
      0,
    )
    .addHelpText(
      'after',
      `
The command prints a line for every request and every delivery attempt. To hide these lines, use --quiet. With --json, the
command prints the first line when the gateway is ready to accept requests. This line contains the URLs and the keys of the
merchants, so use only generated keys in the configuration. Each later line is an event:
  {"event":"request","method":"POST","path":"/v3/payin","status":200,…}

You can also set each option with an environment variable, for example INRGATE_DB. For an option without a value, set true
or false, or 1 or 0, for example INRGATE_JSON=1. Set the token with INRGATE_CONTROL_TOKEN to hide it from the process list.
An option takes precedence over its variable.

Examples:
  $ inrgate serve
  $ inrgate serve --port 0 --json
  $ inrgate serve --db gateway.db --config merchants.yaml`,
    );
  const nameOf = readEnvironment(command);
  onCall<ServeOptions & GlobalOptions>(command, async ({ output }, options) => {
    const ofRequests = (['profile', 'baseUrl', 'legacyBaseUrl', 'mchId'] as const).find(
      (name) => options[name] !== undefined,
    );
    if (ofRequests !== undefined)
      output.note(`note: serve does not use ${flagOf(ofRequests)}, but --host, --port and --config`);
    await serve(options, output, nameOf);
  });
}

async function allMerchants({ merchants }: MockGateway) {
  let page = await merchants.list();
  const items = [...page.items];
  while (page.nextCursor !== null) {
    page = await merchants.list({ cursor: page.nextCursor });
    items.push(...page.items);
  }
  return items;
}

/** Returns the name of an option as the user set it: `--db`, or `INRGATE_DB`. */
type NameOf = (option: keyof ServeOptions) => string;

async function serve(options: ServeOptions, output: Output, nameOf: NameOf): Promise<void> {
  const { host, port, controlToken, trustProxy } = options;
  const stop = stopSignal();
  const troubles = troubleTeller((text) => output.trouble(text), { everyMs: 10_000 });
  const hears = { onError: troubles.tell, onNotice: (notice: string) => output.trouble(`note: ${notice}`) };
  const gateway = await createGateway(options, { ...hears, nameOf });
  try {
    const addresses = await gateway.listen({ host, port, trustProxy }).catch(async (error: unknown) => {
      throw (
        optionProblem(error, nameOf) ??
        (await runningGateway(error, options)) ??
        listenProblem(error, options)
      );
    });
    const merchants = (await allMerchants(gateway)).map(({ mchId, mchKey, mchSecret }) => ({
      mchId,
      mchKey,
      mchSecret,
    }));
    output.data({ event: 'ready', ...addresses, merchants }, () =>
      welcome(addresses, { merchants, controlToken }),
    );
    if (!options.quiet) tellLive(gateway, output);
    await untilAborted(stop);
    await drain(gateway, options.drain * 1_000);
  } finally {
    const limit = endAfter(closingLimit);
    await gateway.close();
    clearTimeout(limit);
    troubles.end();
  }
}

/** Returns a usage error if the port is in use by another gateway. */
async function runningGateway(
  error: unknown,
  { host, port }: Pick<ServeOptions, 'host' | 'port'>,
): Promise<UsageError | undefined> {
  if (systemCodeOf(error) !== 'EADDRINUSE') return undefined;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
  const ready: unknown = await fetch(`${url}_mock/ready`, { signal: AbortSignal.timeout(1_000) })
    .then((response) => response.json())
    .catch(() => null);
  if (!(ready instanceof Object && 'ready' in ready)) return undefined;
  return new UsageError(`a gateway already runs at ${url}. Use it, or start another one with --port 0`);
}

/** Makes `ready` fail immediately, but accepts requests for `ms` more milliseconds. */
async function drain(gateway: MockGateway, ms: number): Promise<void> {
  const limit = endAfter(ms + closingLimit);
  await Promise.all([gateway.drain(), sleep(ms)]);
  clearTimeout(limit);
}

function endAfter(ms: number): NodeJS.Timeout {
  return setTimeout(() => process.exit(), ms).unref();
}

async function createGateway(
  {
    config: file,
    controlToken,
    publicUrl: origin,
    maxDeliveries,
    maxPerReceiver,
    db,
    simulate,
  }: ServeOptions,
  { nameOf, ...hears }: Pick<GatewayOptions, 'onError' | 'onNotice'> & { readonly nameOf: NameOf },
): Promise<MockGateway> {
  const config = withSimulation(file === undefined ? {} : await readConfigFile(file), simulate);
  try {
    return await createMockGateway({
      ...config,
      ...(db && { db }),
      controlToken,
      ...hears,
      origin,
      maxDeliveries,
      maxPerReceiver,
    });
  } catch (error) {
    const problem = optionProblem(error, nameOf);
    if (problem !== null) throw problem;
    if (error instanceof ConfigurationError) {
      throw new UsageError(`${file ?? db}: ${error.message.replaceAll('\n', '; ')}`, {
        cause: error,
      });
    }
    if (error instanceof StoreError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Adds simulated customers. Uses the seconds of the configuration file, if set. */
function withSimulation<Config extends Pick<GatewayOptions, 'settings'>>(config: Config, simulate = false) {
  const simulation = config.settings?.simulation ?? { payAfterSeconds: 5 };
  return simulate ? { ...config, settings: { ...config.settings, simulation } } : config;
}

const optionsByKey: ReadonlyMap<string, keyof ServeOptions> = new Map([
  ['db', 'db'],
  ['origin', 'publicUrl'],
  ['trustProxy', 'trustProxy'],
  ['controlToken', 'controlToken'],
]);

/** Returns null for an error that no option or variable caused. */
function optionProblem(error: unknown, nameOf: NameOf): UsageError | null {
  const option = error instanceof ConfigurationError ? optionsByKey.get(error.key) : undefined;
  if (option === undefined || !(error instanceof ConfigurationError)) return null;
  return new UsageError(`${nameOf(option)} ${error.issues[0]?.expected}`, { cause: error });
}

interface Welcomed {
  readonly controlToken: string | undefined;
  readonly merchants: readonly Credentials[];
}

/** Message for a new user: URLs, merchant and first commands. Only the demo merchant's keys are shown. */
function welcome(addresses: GatewayAddresses, { merchants, controlToken }: Welcomed): string {
  const { dashboardUrl, baseUrl, legacyBaseUrl, controlUrl } = addresses;
  const isDemo = merchants.length === 1 && isDeepStrictEqual(merchants[0], demoCredentials);
  const who = isDemo ? demoCredentials : { merchants: merchants.map(({ mchId }) => mchId).join(', ') };
  const variables = [
    ...(isDemo ? [] : ['INRGATE_MCH_ID', 'INRGATE_MCH_KEY', 'INRGATE_MCH_SECRET']),
    ...(controlToken === undefined ? [] : ['INRGATE_CONTROL_TOKEN']),
  ];
  const needed = variables.length === 0 ? '' : ` with ${variables.join(', ')} set`;
  return [
    `${bold('inrgate')} is ready: ${dashboardUrl}`,
    '',
    fields({ dashboard: dashboardUrl, baseUrl, legacyBaseUrl, controlUrl, ...who }),
    '',
    `Try next, in another terminal${needed}:`,
    ...suggestions(baseUrl),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n');
}

const firstSteps = [
  'payin create --mch-order-no ORDER-1 --amount 500.00',
  'listen --set-callback-url',
  'trigger payin.success',
] as const;

/** Returns a command that works in any folder. npm sets the PATH only for the processes that it starts. */
function runnableCommand(): string {
  if (process.env['npm_lifecycle_event'] === undefined) return 'inrgate';
  // The folder `bin` of the repository, or the folder `.bin` of the node_modules that contains the package.
  const above = path.resolve(process.argv[1] ?? '', '../../../..');
  const found = ['bin/inrgate', '.bin/inrgate'].map((name) => path.join(above, name)).find(existsSync);
  if (found === undefined) return 'inrgate';
  return /\s/.test(found) ? `"${found}"` : found;
}

function suggestions(baseUrl: string): string[] {
  const address = baseUrl === `${defaultOrigin}/v3` ? '' : ` --base-url ${baseUrl}`;
  return firstSteps.map((call) => `  ${runnableCommand()} ${call}${address}`);
}
