import { styleText } from 'node:util';
import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import { jsonLine, type Output, printable } from '../output/output.ts';
import type { LiveEvent } from './events.ts';

type Of<K extends LiveEvent['event']> = Extract<LiveEvent, { event: K }>;

type Attempt = NonNullable<Of<'callback'>['attempt']>;

/** Number of scheduled attempts: the first attempt and its retries (spec: Delivery rules 3). */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;

/** Formats an event as JSON or text. Returns null if the event needs no line. */
export function lineOf(event: LiveEvent, { json }: Pick<Output, 'json'>): string | null {
  return json ? jsonLine(event) : textOf(event);
}

function textOf(event: LiveEvent): string | null {
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

function requestLine({
  method,
  path,
  status,
  error,
  hint,
  fault,
  warnings,
  ...request
}: Of<'request'>): string {
  const { mchOrderNo, durationMs } = request;
  const line = `${words('-->', method, path)} ${httpStatus(status)} ${words(error, mchOrderNo)}`.trimEnd();
  const notes = [fault && `${fault.id}: ${fault.note}`, hint, ...warnings].filter((note) => note !== null);
  return [`${line} (${Math.round(durationMs)} ms)`, ...notes.map((note) => `    ${printable(note)}`)].join(
    '\n',
  );
}

/** Returns null for the creation of an order, because its request already has a line. */
function orderLine({ kind, orderNo, mchOrderNo, status }: Of<'order'>): string | null {
  if (status === 'pending') return null;
  return `${words('---', kind, mchOrderNo ?? orderNo)} ${state(status)}`;
}

function callbackLine(callback: Of<'callback'>): string | null {
  const { callbackEvent, mchOrderNo, orderNo, state: at, attempt } = callback;
  const head = words('<-- callback', callbackEvent);
  const order = words(mchOrderNo ?? orderNo);
  if (at === 'undeliverable')
    return `${head} ${order}: not sent, because the order and the merchant have no callback URL`;
  // Print the line of a queued or running delivery after its attempt.
  if (attempt === null || at === 'delivering') return null;
  const { status, ok, reason, response } = attempt;
  const answer = styleText(ok ? 'green' : 'red', `[${status ?? 'no response'}]`);
  const line = `${head} ${answer} ${whichAttempt(callbackEvent, attempt)} ${order}`.trimEnd();
  const told = response === null ? '' : `\n    the response was "${printable(response)}"`;
  return `${line}${reason === null ? '' : `: ${printable(reason)}`}${nextStep(callback)}${told}`;
}

/** Describes the number of an attempt. Test callbacks and manual re-sends are not part of the schedule. */
function whichAttempt(callbackEvent: string, { number, manual }: Attempt): string {
  if (manual) return `attempt ${number} (manual)`;
  const isScheduled = callbackEvent !== 'test' && number <= scheduledAttempts;
  return `attempt ${number}${isScheduled ? `/${scheduledAttempts}` : ''}`;
}

function nextStep({ callbackEvent, state: at, attempt, nextAttemptAt }: Of<'callback'>): string {
  if (attempt === null || attempt.ok || callbackEvent === 'test') return '';
  // If a callback has no further attempts, a manual re-send does not change its state.
  if (at === 'failed') return attempt.manual ? '' : ', no more retries';
  // Show only the time of day on the gateway's clock, because the date is usually the same.
  return nextAttemptAt === null ? '' : `, next attempt at ${printable(nextAttemptAt.slice(11, 19))}`;
}

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
