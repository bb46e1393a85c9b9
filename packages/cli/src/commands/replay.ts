import type { RecordedExchange } from '@inrgate/conformance';
import { demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import { amountPattern, encodeCallback, type KeyName } from '@inrgate/sdk/internal';
import { FlatParseError, formatAmount, parseAmount, parseFlat } from '@inrgate/sdk/protocol';
import { Argument, type Command } from 'commander';
import { recordedExchanges } from '../checks/recorded-exchanges.ts';
import { completedWith } from '../input/completed-with.ts';
import type { CallbackAnswer } from '../live/delivery.ts';
import { delivered, Unanswered } from '../live/forward.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { printable, status } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import { type Credentials, onCall, type Session } from '../session/session.ts';
import { httpUrl } from '../session/settings.ts';

const help = `
Re-sends the callbacks of a recording to an endpoint, in their original sequence. inrgate signs each callback with the keys
and the Merchant ID of the configured merchant. For an endpoint on this machine, the default merchant is the demo merchant.
The command does not change the format, the fields or the other values.

Your shop credits the orders of the re-sent callbacks, so the command first shows the merchant, the orders and their total
amount. Use --yes if the endpoint is on another machine, or if the keys are not the demo merchant's keys.

Exit codes:
  0  The endpoint acknowledged every callback.
  2  Usage error.
  3  The endpoint did not respond.
  4  The endpoint did not acknowledge a callback.

Examples:
  $ inrgate replay staging.har --to http://127.0.0.1:3000/callbacks
  $ inrgate replay staging.har --to http://127.0.0.1:3000/callbacks --json`;

export function register(command: Command): void {
  command
    .addArgument(completedWith(new Argument('<file>', 'HAR file with the recorded callbacks'), 'files'))
    .requiredOption('--to <url>', 'URL of the endpoint')
    .option('--yes', "send to another machine, or sign with keys other than the demo merchant's")
    .addHelpText('after', help);
  onCall<{ readonly to: string; readonly yes?: true }>(command, async (session, options, [file = '']) => {
    const to = httpUrl('--to', options.to);
    const callbacks = (await recordedExchanges(file))
      .filter(({ kind }) => kind === 'callback')
      .flatMap(fieldsOf);
    if (callbacks.length === 0) throw new UsageError(`${file} contains no callback`);
    const credentials = await keysFor(session, to, callbacks);
    session.output.note(...summary(credentials.mchId, to, callbacks));
    if (!options.yes && !(isLoopback(to.hostname) && isDemo(credentials))) {
      throw new UsageError(
        `replay would sign ${callbacks.length} callbacks for merchant ${credentials.mchId} and send the callbacks to ${to.host}. ` +
          'Use --yes to send the callbacks',
      );
    }
    let missed = 0;
    for (const callback of callbacks) {
      if (session.signal.aborted) break;
      if (!(await sent(session, to, signed(callback, credentials)))) missed += 1;
    }
    if (missed > 0) throw new EndedWith(exitCodes.failed);
  });
}

type Kind = 'payin' | 'payout' | 'link';

interface Callback {
  readonly kind: Kind;
  readonly format: 'json' | 'form';
  readonly fields: Readonly<Record<string, string | boolean>>;
}

/** Returns the fields of a recorded callback. Returns no fields if the callback is unreadable or truncated. */
function fieldsOf({ request: { headers, body } }: RecordedExchange): readonly Callback[] {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  try {
    const params = parseFlat(body, contentType);
    const fields = Object.fromEntries(
      [...params].map(([name, { text, kind }]) => [name, kind === 'boolean' ? text === 'true' : text]),
    );
    const kind = params.has('link_code') ? 'link' : params.has('totalDebit') ? 'payout' : 'payin';
    return [{ kind, format: /json/i.test(contentType ?? '') ? 'json' : 'form', fields }];
  } catch (error) {
    if (error instanceof FlatParseError) return [];
    throw error;
  }
}

async function keysFor(session: Session, to: URL, callbacks: readonly Callback[]): Promise<Credentials> {
  if (session.settings.isDemo && !isLoopback(to.hostname)) {
    throw new UsageError(
      'the demo keys are only for an endpoint on this machine. Set the test keys of your merchant',
    );
  }
  const needed = new Set<KeyName>(callbacks.map(({ kind }) => (kind === 'payin' ? 'mchKey' : 'mchSecret')));
  return session.credentials(...needed);
}

/** Returns true for the demo merchant. The key that is not needed can be missing. */
function isDemo({ mchId, mchKey, mchSecret }: Credentials): boolean {
  const { mchKey: demoKey, mchSecret: demoSecret } = demoCredentials;
  const isKnown = (mchKey ?? demoKey) === demoKey && (mchSecret ?? demoSecret) === demoSecret;
  return mchId === demoCredentials.mchId && isKnown;
}

const mostOrders = 10;

/** Summary of the callbacks for the prompt before sending. */
function summary(mchId: string, to: URL, callbacks: readonly Callback[]): readonly string[] {
  const orders = new Map(callbacks.map((callback) => [orderOf(callback), callback]));
  const names = [...orders.keys()].map(printable);
  const more = names.length > mostOrders ? ` and ${names.length - mostOrders} more` : '';
  const amounts = [...orders.values()].map(({ fields }) => String(fields['amount'] ?? ''));
  const sum = amounts
    .filter((text) => amountPattern.test(text))
    .reduce((total, text) => total + parseAmount(text), 0n);
  return [
    `merchant   ${mchId}`,
    `endpoint   ${to.origin}${to.pathname}`,
    `callbacks  ${callbacks.length}`,
    `orders     ${names.slice(0, mostOrders).join(', ')}${more}`,
    `sum        ${formatAmount(sum)}`,
  ];
}

function orderOf({ fields }: Pick<Callback, 'fields'>): string {
  return String(fields['mchOrderNo'] ?? fields['merchant_order_no'] ?? fields['client_ref'] ?? '');
}

interface Signed extends Callback {
  readonly body: string;
  readonly contentType: string;
}

function signed(callback: Callback, { mchId, mchKey = '', mchSecret = '' }: Credentials): Signed {
  const own = callback.kind === 'link' ? {} : { mchId, merchant_id: mchId };
  const fields = { ...callback.fields, ...own };
  const key = callback.kind === 'payin' ? mchKey : mchSecret;
  return { ...callback, fields, ...encodeCallback(fields, key, callback.format) };
}

/** @throws {EndedWith} if the endpoint does not respond */
async function sent(
  { output }: Session,
  to: URL,
  { kind, fields, body, contentType }: Signed,
): Promise<boolean> {
  const order = orderOf({ fields });
  const name = `${kind}.${String(fields['status'])}`;
  try {
    const answer = await delivered({ body: Buffer.from(body), contentType }, to);
    const reason = refusalOf(kind, answer);
    const isTaken = reason === null;
    const event = {
      event: 'replayed',
      callbackEvent: name,
      mchOrderNo: order,
      status: answer.status,
      received: isTaken,
      ...(reason !== null && { reason }),
    };
    output.data(event, () => {
      const how = status(isTaken ? 'success' : 'failed', isTaken ? 'received' : 'not acknowledged');
      return `--> ${printable(`${name} ${order}`)} [${answer.status}] ${how}${reason === null ? '' : `: ${reason}`}`;
    });
    return isTaken;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    output.failure(
      { error: 'no_answer', message: error.message },
      () => `error: ${printable(error.message)}`,
    );
    throw new EndedWith(exitCodes.noAnswer);
  }
}

/**
 * Returns the reason why a response does not acknowledge a callback (spec: Delivery rules 1 and 2, Legacy webhook), or
 * null.
 */
function refusalOf(kind: Kind, { status: code, body }: CallbackAnswer): string | null {
  if (code >= 300 && code < 400) return 'the gateway does not follow redirects';
  if (kind === 'link') return code >= 200 && code < 300 ? null : 'only a 2xx status acknowledges a callback';
  if (code !== 200) return 'only status 200 acknowledges a callback';
  return body.includes('success') ? null : 'the response does not contain success';
}
