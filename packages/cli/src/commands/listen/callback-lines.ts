import { styleText } from 'node:util';
import type { Callback, CallbackReason } from '@inrgate/sdk/callbacks';
import { failureInJson } from '@inrgate/sdk/internal';
import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import { printable } from '../../output/output.ts';
import type { CallbackAnswer, Delivery } from './receiver.ts';

export type Arrived =
  | { readonly verified: true; readonly callback: Callback }
  | { readonly verified: false; readonly reason: CallbackReason; readonly message: string };

export interface Answered {
  readonly answer: CallbackAnswer;
  readonly durationMs: number | undefined;
  readonly shortcoming: string | null;
  readonly following: string;
}

export function arrivedEvent(arrived: Arrived): object {
  if (!arrived.verified) return { event: 'callback', verified: false, reason: arrived.reason };
  const { kind, status, test, amount } = arrived.callback;
  return {
    event: 'callback',
    verified: true,
    callbackEvent: `${kind}.${status}`,
    test,
    ...numbersOf(arrived.callback),
    amount,
  };
}

export function arrivedLine(arrived: Arrived): string {
  if (!arrived.verified) {
    return `--> callback ${styleText('red', 'not verified')}: ${printable(arrived.message)}`;
  }
  const { callback } = arrived;
  const { kind, status, test, amount } = callback;
  const verified = styleText('green', 'verified');
  const name = printable(`${kind}.${status} ${ownNumber(callback)} ${amount}`);
  return `--> ${name} ${verified}${test ? ' (test callback, no payment)' : ''}`;
}

export function answeredEvent(arrived: Arrived, { answer, durationMs, shortcoming }: Answered): object {
  return {
    event: 'answer',
    ...(arrived.verified ? numbersOf(arrived.callback) : {}),
    status: answer.status,
    body: excerpt(answer),
    durationMs: durationMs ?? null,
    received: shortcoming === null,
    reason: shortcoming,
  };
}

/** An acknowledgement whose JSON reports a failure is accepted, but probably a mistake of the receiver. */
function remarkOn({ body }: CallbackAnswer): string {
  const failure = failureInJson(body.toString('utf8'));
  return failure === null ? '' : `: accepted, but the JSON body reports a failure (${failure})`;
}

export function answeredLine(arrived: Arrived, { answer, durationMs, ...answered }: Answered): string {
  const { shortcoming, following } = answered;
  const status = styleText(shortcoming === null ? 'green' : 'red', `[${answer.status}]`);
  const took = durationMs === undefined ? '' : ` (${Math.round(durationMs)} ms)`;
  const order = arrived.verified ? ` ${printable(ownNumber(arrived.callback))}` : '';
  const why = shortcoming === null ? remarkOn(answer) : `: not acknowledged, ${shortcoming} (${following})`;
  return `<-- ${status} ${printable(excerpt(answer))}${took}${order}${why}`;
}

/** Null for an acknowledgement (spec: Delivery rules 1 and 2). A legacy webhook accepts any 2xx. */
export function shortcomingOf(arrived: Arrived, { status, headers, body }: CallbackAnswer): string | null {
  if (status >= 300 && status < 400 && headers['location'] !== undefined)
    return `the gateway does not follow redirects, here to ${printable(String(headers['location'].split('?')[0]))}`;
  if (arrived.verified && arrived.callback.kind === 'link') {
    return status >= 200 && status < 300 ? null : 'only a 2xx status acknowledges a callback';
  }
  if (status !== 200) return 'only status 200 acknowledges a callback';
  return body.includes('success') ? null : 'the body does not contain success';
}

const excerptLength = 60;

function excerpt({ body }: CallbackAnswer): string {
  const text = body
    .subarray(0, excerptLength * 4)
    .toString('utf8')
    .trim();
  const [line = ''] = text.split(/\r?\n/);
  return line.length < text.length || line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
}

function numbersOf(callback: Callback) {
  return callback.kind === 'link'
    ? { linkCode: callback.linkCode, clientRef: callback.clientRef }
    : { mchOrderNo: callback.mchOrderNo, orderNo: callback.orderNo };
}

function ownNumber(callback: Callback): string {
  return callback.kind === 'link' ? callback.clientRef || callback.linkCode : callback.mchOrderNo;
}

/** Number of scheduled attempts: the first attempt and its retries (spec: Delivery rules 3). */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;
const maxRemembered = 1_000;

interface Remembered {
  readonly arrivals: number;
  readonly received: boolean;
}

/**
 * Counts how often each callback arrived at this receiver. The body identifies a callback, because all attempts send the
 * same body, and so does a manual re-send: a receiver cannot tell them apart.
 */
export class Deliveries {
  readonly #byBody = new Map<string, Remembered>();

  /** Returns a note about the further attempts that this receiver can expect. */
  answered({ body }: Delivery, arrived: Arrived, received: boolean): string {
    const key = body.toString('base64');
    const before = this.#byBody.get(key) ?? { arrivals: 0, received: false };
    const now = { arrivals: before.arrivals + 1, received: before.received || received };
    this.#byBody.delete(key);
    this.#byBody.set(key, now);
    const [oldest] = this.#byBody.size > maxRemembered ? this.#byBody.keys() : [];
    if (oldest !== undefined) this.#byBody.delete(oldest);
    return followingText(arrived, now);
  }
}

function followingText(arrived: Arrived, { arrivals, received }: Remembered): string {
  if (!arrived.verified) return 'the gateway retries the callback';
  // A test callback has one attempt in each format (spec: Delivery rules 6).
  if (arrived.callback.test) return 'the gateway does not retry test callbacks';
  if (received) return 'the callback was acknowledged before, so the gateway does not retry it';
  const sent = `the gateway sends it up to ${scheduledAttempts} times`;
  return arrivals === 1 ? sent : `arrival ${arrivals} of this callback; ${sent}, and manual re-sends besides`;
}
