import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import {
  type CallbackCredentials,
  isCallbackVerificationError,
  verifyCallback,
} from '@inrgate/sdk/callbacks';
import type { Command } from 'commander';
import { readPort } from '../input/value-readers.ts';
import { type Output, shellWord } from '../output/output.ts';
import { type Credentials, onCall, type Session } from '../session/session.ts';
import { httpUrl } from '../session/settings.ts';
import { stopSignal, untilAborted } from '../session/stop-signal.ts';
import {
  type Arrived,
  answeredEvent,
  answeredLine,
  arrivedEvent,
  arrivedLine,
  Deliveries,
  shortcomingOf,
} from './listen/callback-lines.ts';
import { forward } from './listen/forward.ts';
import { type CallbackAnswer, type Delivery, plainAnswer, Receiver } from './listen/receiver.ts';

interface ListenOptions {
  readonly port: number;
  readonly forwardTo?: string;
  readonly forwardUnverified?: true;
  readonly setCallbackUrl?: true;
  readonly printUrl?: true;
}

export function register(command: Command): void {
  command
    .option('--port <number>', 'port to listen on; 0 selects a free port', readPort, 0)
    .option(
      '--forward-to <url>',
      "forward callbacks unchanged to the merchant's server, and return the server's response",
    )
    .option('--forward-unverified', 'forward every callback, even if its verification fails')
    .option(
      '--set-callback-url',
      "save the URL of this command as the merchant's callback URL until the command stops",
    )
    .option('--print-url', 'print the URL as the first line of standard output, for a script')
    .addHelpText(
      'after',
      `
Receives callbacks at http://127.0.0.1:PORT/callbacks, verifies them with the merchant's keys and prints one line for each
callback. Without --forward-to, the command returns "success". For an unverified callback, the command returns 401 and does
not forward the callback. If your server is down, the command returns 502, and the gateway retries the callback up to five
times. The gateway does not retry test callbacks and manual re-sends. Press Ctrl-C to stop.

Examples:
  $ inrgate listen --set-callback-url
  $ inrgate listen --forward-to http://127.0.0.1:3000/callbacks --set-callback-url
  $ inrgate listen --port 4301 --print-url`,
    );
  onCall<ListenOptions>(command, listen);
}

async function listen(session: Session, options: ListenOptions): Promise<void> {
  const { output } = session;
  const credentials = await keysFor(session, options);
  const server = options.forwardTo === undefined ? undefined : httpUrl('--forward-to', options.forwardTo);
  const signal = stopSignal();
  const receiver = new Receiver(receiving(credentials, server, options, output));
  const url = await receiver.listen(options.port);
  try {
    const own = { mchId: credentials.mchId, url, output };
    const restore = options.setCallbackUrl ? await setCallbackUrl(session.control(), own) : undefined;
    try {
      announce(url, server, options, output);
      await untilAborted(signal);
    } finally {
      await restore?.();
    }
  } finally {
    await receiver.close();
  }
}

/** Returns the keys of the merchant. With `--set-callback-url`, reads missing keys from the mock gateway. */
async function keysFor(session: Session, { setCallbackUrl: isMock }: ListenOptions): Promise<Credentials> {
  const known = await session.credentials();
  if (known.mchKey !== undefined || known.mchSecret !== undefined) return known;
  if (!isMock) return session.credentials('mchKey', 'mchSecret');
  const { mchKey, mchSecret } = await session.control().get('/merchants/:id', { id: known.mchId });
  return { mchId: known.mchId, mchKey: String(mchKey), mchSecret: String(mchSecret) };
}

function announce(url: string, server: URL | undefined, { printUrl }: ListenOptions, output: Output): void {
  const forwardTo = server === undefined ? null : `${server.origin}${server.pathname}`;
  if (printUrl) process.stdout.write(`${url}\n`);
  else if (output.json) output.data({ event: 'ready', url, forwardTo }, () => '');
  const then = forwardTo === null ? 'returning success' : `forwarding to ${forwardTo}`;
  output.note(`listening on ${url}, ${then}. Press Ctrl-C to stop.`);
}

function receiving(
  credentials: CallbackCredentials,
  server: URL | undefined,
  { forwardUnverified }: ListenOptions,
  output: Output,
): (delivery: Delivery) => Promise<CallbackAnswer> {
  const deliveries = new Deliveries();
  return async (delivery) => {
    const arrived = verified(delivery, credentials);
    output.data(arrivedEvent(arrived), () => arrivedLine(arrived));
    const startedAt = performance.now();
    const forwarded = server !== undefined && (arrived.verified || forwardUnverified);
    const answer = forwarded ? await forward(delivery, server) : ownAnswer(arrived);
    const durationMs = forwarded ? performance.now() - startedAt : undefined;
    const shortcoming = shortcomingOf(arrived, answer);
    const following = deliveries.answered(delivery, arrived, shortcoming === null);
    const answered = { answer, durationMs, shortcoming, following };
    output.data(answeredEvent(arrived, answered), () => answeredLine(arrived, answered));
    return answer;
  };
}

function ownAnswer(arrived: Arrived): CallbackAnswer {
  return arrived.verified ? plainAnswer(200, 'success') : plainAnswer(401, arrived.message);
}

function verified({ body, contentType }: Delivery, credentials: CallbackCredentials): Arrived {
  try {
    return { verified: true, callback: verifyCallback(body, { ...credentials, contentType }) };
  } catch (error) {
    if (!isCallbackVerificationError(error)) throw error;
    return { verified: false, reason: error.reason, message: error.message };
  }
}

interface Wanted {
  readonly mchId: string;
  readonly url: string;
  readonly output: Output;
}

/**
 * Sets a temporary callback URL of a merchant on the mock gateway.
 *
 * @returns a function that restores the previous URL, unless another client has changed the URL in the meantime. It
 * throws a `ControlApiError` with the command that restores the URL manually
 */
async function setCallbackUrl(
  control: ControlClient,
  { mchId, url, output }: Wanted,
): Promise<() => Promise<void>> {
  const saved = async () => (await control.get('/merchants/:id', { id: mchId })).callbackUrl;
  const save = (callbackUrl: string | null) =>
    control.patch('/merchants/:id', { id: mchId, body: { callbackUrl } });
  const before = await saved();
  await save(url);
  output.note(`set the callback URL of ${mchId} to ${url} until listen stops (before: ${before ?? 'none'})`);
  return async () => {
    try {
      const now = await saved();
      if (now === url) await save(before);
      output.note(
        now === url
          ? `restored the callback URL of ${mchId}: ${before ?? 'none'}`
          : `another client changed the callback URL of ${mchId} to ${now ?? 'none'}, so listen does not restore it`,
      );
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const byHand = `inrgate mock merchants update ${shellWord(mchId)} --callback-url ${shellWord(before ?? 'none')}`;
      throw new ControlApiError(`the callback URL could not be restored: ${why}. Run ${byHand}`, {
        ...(cause instanceof ControlApiError && cause),
        cause,
      });
    }
  };
}
