import type { HarFile, KnownMerchant, Passed, RunningProxy, Tally } from '@inrgate/conformance';
import { isLoopback } from '@inrgate/sdk/basics';
import { type Command, Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { listenProblem, newFileProblem } from '../input/files.ts';
import { readPort } from '../input/value-readers.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { systemCodeOf, UsageError } from '../output/usage-error.ts';
import { onCall, type Session } from '../session/session.ts';
import { httpUrl, rootUrl } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';
import { tallyText, watcher } from './proxy/exchanges.ts';

interface ProxyOptions {
  readonly to: string;
  readonly toLegacy?: string;
  readonly callbacksTo?: string;
  readonly port: number;
  readonly record?: string;
  readonly failOn?: 'broken';
}

const help = `
Runs a proxy on this machine between your shop and a gateway. The shop calls the proxy instead of the gateway. The proxy
forwards each request, response and callback unchanged and checks them against the specification. For each failed rule, the
proxy prints a finding. If you set the keys, the proxy also verifies the signatures. It explains a wrong signature in the
same way as \`inrgate explain\`. Press Ctrl-C to stop.

The proxy does not change the path of a request. The proxy receives callbacks at /callbacks and at the paths below it, and
forwards them to the URL of --callbacks-to. It also forwards redirects and connection resets to the shop. If the gateway is
unreachable, the proxy returns 502 with the header inrgate-proxy.

With --record, the proxy writes a new HAR 1.2 file, which you can open in the developer tools of a browser. The proxy masks
keys, signatures and personal data in this file.

Exit codes:
  0  You stopped the proxy.
  2  Usage error.
  3  The proxy could not write the recording.
  4  With --fail-on broken, a rule failed.

Examples:
  $ inrgate proxy --to http://127.0.0.1:4300/v3 --port 4400
  $ inrgate proxy --to https://gateway.example/v3 --to-legacy https://gateway.example/v1 --callbacks-to http://127.0.0.1:3000/callbacks
  $ inrgate proxy --to http://127.0.0.1:4300/v3 --record staging.har --fail-on broken --json`;

export function register(command: Command): void {
  command
    .requiredOption('--to <url>', "base URL of the gateway's v3 API")
    .option(
      '--to-legacy <url>',
      "base URL of the gateway's v1 API (default for a gateway on this machine: /v1)",
    )
    .option('--callbacks-to <url>', 'callback endpoint of the shop')
    .option('--port <number>', 'port to listen on; 0 selects a free port', readPort, 0)
    .option('--record <file>', 'write the requests, responses and callbacks to this HAR file')
    .addOption(oneOf(new Option('--fail-on <what>', 'exit with code 4 if a rule fails'), ['broken']))
    .addHelpText('after', help);
  onCall<ProxyOptions>(command, proxy);
}

async function proxy(session: Session, options: ProxyOptions): Promise<void> {
  const to = rootUrl('--to', options.to);
  const known = knownMerchant(session, to);
  const signal = stopSignal();
  const { Tally } = await import('@inrgate/conformance');
  const tally = new Tally();
  const har = options.record === undefined ? null : await recording(options.record, known);
  const watching = await watcher(session.output, { known, tally, har });
  const running = await started(options, to, watching.passed);
  announce(running, session, to, known);
  await untilAborted(signal);
  await running.close();
  await watching.end();
  await ended(session, { har, tally, options });
}

async function recording(file: string, known: KnownMerchant | null): Promise<HarFile> {
  const { HarFile } = await import('@inrgate/conformance');
  try {
    return await HarFile.create(file, keysOf(known));
  } catch (cause) {
    throw newFileProblem(file, cause);
  }
}

async function started(
  { toLegacy, callbacksTo, port }: ProxyOptions,
  to: URL,
  onPassed: (passed: Passed) => void,
): Promise<RunningProxy> {
  const { AmbiguousTargets, startProxy } = await import('@inrgate/conformance');
  const legacy = toLegacy === undefined ? legacyBeside(to) : rootUrl('--to-legacy', toLegacy);
  const callbacks = callbacksTo === undefined ? null : httpUrl('--callbacks-to', callbacksTo);
  try {
    return await startProxy({ to, toLegacy: legacy, callbacksTo: callbacks, port, onPassed });
  } catch (error) {
    if (!(error instanceof AmbiguousTargets)) throw listenProblem(error, { host: '127.0.0.1', port });
    throw new UsageError('--to and --to-legacy use the same path. Run a separate proxy for each URL', {
      cause: error,
    });
  }
}

/** Every gateway on this machine counts as a mock gateway. */
function legacyBeside(to: URL): URL | null {
  const legacy = new URL('/v1', to);
  return isLoopback(to.hostname) && legacy.pathname !== to.pathname ? legacy : null;
}

function announce(
  { url, baseUrl, legacyBaseUrl, callbackUrl }: RunningProxy,
  { output }: Session,
  to: URL,
  known: KnownMerchant | null,
): void {
  if (output.json) output.data({ event: 'ready', url, baseUrl, legacyBaseUrl, callbackUrl }, () => '');
  output.note(`forwarding ${baseUrl} to ${to.origin}${to.pathname}. Press Ctrl-C to stop.`);
  if (legacyBaseUrl !== null) output.note(`the v1 API is at ${legacyBaseUrl}`);
  if (callbackUrl !== null) output.note(`forwarding callbacks from ${callbackUrl}`);
  if (known === null) output.note('note: the proxy skips signatures, because the keys are not set');
}

async function ended(
  { output }: Session,
  {
    har,
    tally,
    options,
  }: { readonly har: HarFile | null; readonly tally: Tally; readonly options: ProxyOptions },
): Promise<void> {
  if (!output.json) process.stdout.write(`${tallyText(tally, 'Summary')}\n`);
  try {
    await har?.close();
  } catch (error) {
    output.trouble(`error: ${options.record} is incomplete (${systemCodeOf(error)})`);
    throw new EndedWith(exitCodes.noAnswer);
  }
  if (options.failOn === 'broken' && tally.report().failed > 0) throw new EndedWith(exitCodes.failed);
}

/** The demo merchant's keys apply only to a gateway on this machine. */
function knownMerchant({ settings }: Session, gateway: URL | null): KnownMerchant | null {
  const { mchId, mchKey, mchSecret, isDemo } = settings;
  if (mchId === undefined || (mchKey === undefined && mchSecret === undefined)) return null;
  if (isDemo && gateway !== null && !isLoopback(gateway.hostname)) return null;
  return { mchId, mchKey, mchSecret };
}

function keysOf(known: KnownMerchant | null): readonly string[] {
  return [known?.mchKey, known?.mchSecret].filter((key) => key !== undefined);
}
