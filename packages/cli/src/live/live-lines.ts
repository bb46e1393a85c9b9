import { styleText } from 'node:util';
import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import { printable } from '../output/output.ts';
import type { LiveEvent } from './live-events.ts';

type Of<K extends LiveEvent['event']> = Extract<LiveEvent, { event: K }>;

type Attempt = NonNullable<Of<'callback'>['attempt']>;

/** spec: Delivery rules 3: the first attempt and its retries. */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;

/** An event as a line for people; null where there is nothing worth a line. */
export function liveLine(event: LiveEvent): string | null {
  switch (event.event) {
    case 'request':
      return requestLine(event);
    case 'callback':
      return callbackLine(event);
    case 'order':
      return orderLine(event);
    case 'clock':
      return `--- clock ${event.mode} at ${printable(event.now)}`;
    case 'fault':
      return words('--- fault', event.change, event.id, event.endpoint, event.action, event.mchOrderNo);
  }
}

function requestLine({ method, path, status, error, hint, ...request }: Of<'request'>): string {
  const { mchOrderNo, durationMs } = request;
  const line = `${words('-->', method, path)} ${httpStatus(status)} ${words(error, mchOrderNo)}`.trimEnd();
  const why = hint === null ? '' : `\n    ${printable(hint)}`;
  return `${line} (${Math.round(durationMs)} ms)${why}`;
}

/** Creation is the request's line. */
function orderLine({ kind, orderNo, mchOrderNo, status }: Of<'order'>): string | null {
  if (status === 'pending') return null;
  return `${words('---', kind, mchOrderNo ?? orderNo)} ${state(status)}`;
}

function callbackLine(callback: Of<'callback'>): string | null {
  const { callbackEvent, mchOrderNo, orderNo, state: at, attempt } = callback;
  const head = words('<-- callback', callbackEvent);
  const order = words(mchOrderNo ?? orderNo);
  if (at === 'undeliverable') return `${head} ${order}: nowhere to send it, no callback URL is saved`;
  // Queued, or on its way: the attempt's own line follows.
  if (attempt === null || at === 'delivering') return null;
  const { status, ok, reason } = attempt;
  const answer = styleText(ok ? 'green' : 'red', `[${status ?? 'no answer'}]`);
  const line = `${head} ${answer} ${whichAttempt(callbackEvent, attempt)} ${order}`.trimEnd();
  return `${line}${reason === null ? '' : `: ${printable(reason)}`}${nextStep(callback)}`;
}

/** A test and a re-send by hand are none of the schedule's attempts. */
function whichAttempt(callbackEvent: string, { number, manual }: Attempt): string {
  if (manual) return `attempt ${number}, by hand,`;
  const isScheduled = callbackEvent !== 'test' && number <= scheduledAttempts;
  return `attempt ${number}${isScheduled ? `/${scheduledAttempts}` : ''}`;
}

function nextStep({ callbackEvent, state: at, attempt, nextAttemptAt }: Of<'callback'>): string {
  if (attempt === null || attempt.ok || callbackEvent === 'test') return '';
  // By hand it changes nothing: what was given up is so still.
  if (at === 'failed') return attempt.manual ? '' : '; given up';
  // The day is seldom another one; the clock is the gateway's.
  return nextAttemptAt === null ? '' : `; again at ${printable(nextAttemptAt.slice(11, 19))}`;
}

/** Text from elsewhere, side by side, without what is missing. */
function words(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part) => printable(String(part)))
    .join(' ');
}

function httpStatus(status: number): string {
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
  return styleText(colour, String(status));
}

function state(text: string): string {
  const colour = text === 'success' ? 'green' : text === 'processing' ? 'yellow' : 'red';
  return styleText(colour, printable(text));
}
