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
  shownDatabase,
  troubleTeller,
} from '@inrgate/mock-gateway';
import { defaultOrigin, defaultPort, demoCredentials } from '@inrgate/sdk/basics';
import { type Command, InvalidArgumentError } from 'commander';
import { readCap } from '../input/cap.ts';
import { readConfigFile } from '../input/config-file.ts';
import { readEnvironment } from '../input/option-variables.ts';
import { listenProblem, readPort } from '../input/port.ts';
import { tellLive } from '../live/live-output.ts';
import { bold, fields, type Output } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import { onCall } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';

interface ServeOptions extends Pick<GlobalOptions, 'quiet'> {
  readonly host: string;
  readonly port: number;
  readonly db?: string;
  readonly schema?: string;
  readonly config?: string;
  readonly controlToken?: string;
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  readonly maxDeliveries?: number;
  readonly maxPerReceiver?: number;
  /** Seconds. */
  readonly drain: number;
}

/** Milliseconds that closing may take before the process ends anyway; whoever stops it kills it after 10 s, as a rule. */
const closingLimit = 5_000;

/** For commander. */
function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^[0-9]{1,4}$/.test(text) || seconds > 3_600)
    throw new InvalidArgumentError('It is 0 to 3600 seconds.');
  return seconds;
}

/** `inrgate serve`. */
export function register(command: Command): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes a free one', readPort, defaultPort)
    .option(
      '--db <database>',
      'keep everything in this SQLite file, or at this postgres:// address (default: in memory)',
    )
    .option('--schema <name>', 'schema of a PostgreSQL database: a gateway of its own (default: inrgate)')
    .option('--config <file>', 'merchants and settings, YAML or JSON')
    .option(
      '--control-token <token>',
      'token of the control API and the dashboard; required with a --host or --public-url that is not loopback, and with --trust-proxy',
    )
    .option(
      '--public-url <url>',
      'URL at which external clients reach the gateway through a tunnel or a proxy; payUrl contains it',
    )
    .option(
      '--trust-proxy <addresses>',
      'whose X-Forwarded-For is the caller’s IP address: addresses, CIDR blocks, "loopback"',
    )
    .option(
      '--max-deliveries <number>',
      'callbacks on their way at once; what has no answer after a second no longer counts (default: 32)',
      readCap,
    )
    .option('--max-per-receiver <number>', 'of them to one host and port (default: 4)', readCap)
    .option(
      '--drain <seconds>',
      'how long it goes on answering when it is told to stop, so that a load balancer that asks /_mock/ready sends nothing any more',
      readSeconds,
      0,
    )
    .addHelpText(
      'after',
      `
Every request and every attempt of a callback is a line on standard output; --quiet shows none. With --json the first
line has the URLs and the merchants' keys, once the gateway accepts requests: keep real keys out of its configuration.
Each line after it is an event:
  {"event":"request","method":"POST","path":"/v3/payin","status":200,…}

An environment variable also sets any option that takes a value: INRGATE_ and the option's name, for example
INRGATE_CONTROL_TOKEN and INRGATE_DB. No list of processes shows them. The option takes precedence.

Examples:
  $ inrgate serve
  $ inrgate serve --port 0 --json
  $ inrgate serve --db gateway.db --config merchants.yaml`,
    );
  const nameOf = readEnvironment(command);
  onCall<ServeOptions>(command, ({ output }, options) => serve(options, output, nameOf));
}

/** However many pages they are. */
async function allMerchants({ merchants }: MockGateway) {
  let page = await merchants.list();
  const items = [...page.items];
  while (page.nextCursor !== null) {
    page = await merchants.list({ cursor: page.nextCursor });
    items.push(...page.items);
  }
  return items;
}

/** How the user has written an option: `--db`, or `INRGATE_DB`. */
type NameOf = (option: keyof ServeOptions) => string;

async function serve(options: ServeOptions, output: Output, nameOf: NameOf): Promise<void> {
  const { host, port, controlToken, trustProxy } = options;
  const stop = stopSignal();
  const troubles = troubleTeller((text) => output.trouble(text), { everyMs: 10_000 });
  const gateway = await createGateway(options, {
    onError: troubles.tell,
    onNotice: (notice) => output.trouble(`note: ${notice}`),
    nameOf,
  });
  try {
    const addresses = await gateway.listen({ host, port, trustProxy }).catch((error: unknown) => {
      throw optionProblem(error, nameOf) ?? listenProblem(error, options);
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
    endAfter(closingLimit);
    await gateway.close();
    troubles.end();
  }
}

/** Answers for that many milliseconds more, and says at once that it is about to stop. */
async function drain(gateway: MockGateway, ms: number): Promise<void> {
  endAfter(ms + closingLimit);
  await Promise.all([gateway.drain(), sleep(ms)]);
}

/** The process ends by then, whatever is under way. */
function endAfter(ms: number): void {
  setTimeout(() => process.exit(), ms).unref();
}

async function createGateway(
  { config: file, controlToken, publicUrl: origin, schema, maxDeliveries, maxPerReceiver, db }: ServeOptions,
  { nameOf, ...hears }: Pick<GatewayOptions, 'onError' | 'onNotice'> & { readonly nameOf: NameOf },
): Promise<MockGateway> {
  const config = file === undefined ? {} : await readConfigFile(file);
  try {
    return await createMockGateway({
      ...config,
      ...(db && { db }),
      controlToken,
      ...hears,
      schema,
      origin,
      maxDeliveries,
      maxPerReceiver,
    });
  } catch (error) {
    const problem = optionProblem(error, nameOf);
    if (problem !== null) throw problem;
    if (error instanceof ConfigurationError) {
      throw new UsageError(`${file ?? shownDatabase(db ?? '')}: ${error.message.replaceAll('\n', '; ')}`, {
        cause: error,
      });
    }
    if (error instanceof StoreError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** The options that the gateway has under another name, or refuses by the key of an error. */
const optionsByKey: ReadonlyMap<string, keyof ServeOptions> = new Map([
  ['db', 'db'],
  ['origin', 'publicUrl'],
  ['schema', 'schema'],
  ['trustProxy', 'trustProxy'],
  ['controlToken', 'controlToken'],
]);

/** The mistake in the command line or the environment that a gateway refuses; null for any other error. */
function optionProblem(error: unknown, nameOf: NameOf): UsageError | null {
  const option = error instanceof ConfigurationError ? optionsByKey.get(error.key) : undefined;
  if (option === undefined || !(error instanceof ConfigurationError)) return null;
  return new UsageError(`${nameOf(option)} ${error.issues[0]?.expected}`, { cause: error });
}

interface Welcomed {
  readonly controlToken: string | undefined;
  readonly merchants: readonly Credentials[];
}

/** What a newcomer needs: where things are, who the merchant is, what to try. No keys but the demo's are shown. */
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
    'Ctrl-C stops it.',
  ].join('\n');
}

const firstSteps = [
  'payin create --mch-order-no ORDER-1 --amount 500.00',
  'listen --set-callback-url',
  'trigger payin.success',
] as const;

/** The command as it runs in any folder: started by npm, it is not on the PATH of the next terminal. */
function runnableCommand(): string {
  if (process.env['npm_lifecycle_event'] === undefined) return 'inrgate';
  // Beside the package: `bin` of the repository, or `.bin` of the node_modules that npm has installed it in.
  const above = path.resolve(process.argv[1] ?? '', '../../../..');
  const found = ['bin/inrgate', '.bin/inrgate'].map((name) => path.join(above, name)).find(existsSync);
  if (found === undefined) return 'inrgate';
  return /\s/.test(found) ? `"${found}"` : found;
}

function suggestions(baseUrl: string): string[] {
  const address = baseUrl === `${defaultOrigin}/v3` ? '' : ` --base-url ${baseUrl}`;
  return firstSteps.map((call) => `  ${runnableCommand()} ${call}${address}`);
}
