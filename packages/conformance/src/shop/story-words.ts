import { acknowledgementOf } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import type { SeenCall } from './gateway-proxy.ts';
import type { Answer, Answers, MessageKind, SentCallback } from './messages.ts';
import type { CallbackFate, ClockMove, CrashStep, NetworkFault, PaidPart, ShopCall } from './step.ts';
import { copiesAtOnce, pastRetries } from './step.ts';

const callNames: Readonly<Record<ShopCall, string>> = {
  create: 'request to create the pay-in',
  query: 'query',
};

interface Seen {
  readonly seen: readonly SeenCall[];
  readonly answers: Answers;
}

export function ordered(
  order: Seen & { readonly again: boolean; readonly amount: string; readonly isForm: boolean },
): string {
  const { again, amount, isForm, ...meanwhile } = order;
  const what = again ? 'The customer orders again' : 'The customer orders';
  const format = isForm ? ' The gateway sends callbacks as a form.' : '';
  return sentences(`${what} for ${amount}.${format}`, meanwhile);
}

/** @param answer the shop's response to the callback of the other customer, or null without a payment */
export function neighbourOrdered(amount: string, answer: string | null): string {
  return answer === null
    ? `Another customer orders for ${amount} too, and does not pay.`
    : `Another customer orders for ${amount} too, and pays in the same second. ${answered({ kind: 'callback', text: answer })}`;
}

/** @param result the probe's result for the order of the other customer */
export function probedNeighbour(result: string, expected: string): string {
  return `For the order of the other customer, ${probed(result, expected).replace(/^T/, 't')}`;
}

/** @param seconds real time since the first delivery */
export function repeatedLater(seconds: number, response: string): string {
  return `The same success callback arrives again, ${seconds} s after the first. ${answered({ kind: 'callback', text: response })}`;
}

export function armed(call: ShopCall, fault: NetworkFault): string {
  const name = callNames[call];
  switch (fault) {
    case 'hold':
      return `The network is slow and will hold the response to the shop's next ${name}.`;
    case 'lose-request':
      return `The network fails and will lose the shop's next ${name}.`;
    case 'lose-response':
      return `The network fails and will lose the response to the shop's next ${name}.`;
  }
}

export function released(meanwhile: Seen): string {
  return sentences('The held response of the gateway reaches the shop.', meanwhile);
}

export function paid(payment: {
  readonly part: PaidPart;
  readonly amount: string;
  readonly orderAmount: string;
  readonly isLate: boolean;
  readonly afterFailure: boolean;
}): string {
  const { part, amount, orderAmount, isLate, afterFailure } = payment;
  const amounts = { full: 'in full', short: `instead of ${orderAmount}`, over: `instead of ${orderAmount}` };
  const when = isLate ? ', after the order has expired' : afterFailure ? ', after the failed payment' : '';
  return `The customer pays ${amount} ${amounts[part]}${when}.`;
}

/** The shop's response to an order with a payment page. */
export const paymentPage = 'payment page';
export const failed = "The customer's payment fails.";
export const killed = 'The shop is killed.';
export const started = 'The shop starts again.';
export const nothingRetried = 'The clock moves past all retries.';

export function returned({ isPaid, ...meanwhile }: Seen & { readonly isPaid: boolean }): string {
  const what = isPaid
    ? 'The customer opens the return page.'
    : 'The customer opens the return page without paying.';
  return sentences(what, meanwhile);
}

function callbackName({ event, paidAmount }: SentCallback): string {
  return event === 'success' ? `success callback (paid ${paidAmount})` : 'callback with the status failed';
}

export function lostCallback(callback: SentCallback): string {
  return `The ${callbackName(callback)} is lost before it reaches the shop.`;
}

export function arrived({
  callback,
  fate,
  isFirst,
  ...meanwhile
}: Seen & {
  readonly callback: SentCallback;
  readonly fate: CallbackFate;
  readonly isFirst: boolean;
}): string {
  const name = `The ${callbackName(callback)}`;
  const again = isFirst ? '' : ' again';
  switch (fate) {
    case 'at-once':
      return sentences(`${name} arrives ${copiesAtOnce} times at the same moment.`, meanwhile);
    case 'twice':
      return sentences(`${name} arrives twice at the same moment.`, meanwhile);
    case 'with-return':
      return sentences(
        `${name} arrives${again}. At the same moment the customer opens the return page.`,
        meanwhile,
      );
    case 'unacknowledged':
      return `${sentences(`${name} arrives${again}.`, meanwhile)} The network loses this response.`;
    default:
      return sentences(`${name} arrives${again}.`, meanwhile);
  }
}

/** @param end.isHeld whether the shop waits for a held response of the gateway */
export function crashed(end: {
  readonly step: CrashStep;
  readonly callback: SentCallback | null;
  readonly isHeld: boolean;
}): string {
  const { step, callback, isHeld } = end;
  const what =
    callback === null ? 'The customer opens the return page.' : `The ${callbackName(callback)} arrives.`;
  const moment = isHeld
    ? 'while it waits for the response to its query'
    : step.at === 100
      ? 'just before its response leaves'
      : 'while it handles the request';
  return `${what} The shop is killed ${moment}.`;
}

export function clockMoved({
  by,
  results,
  expires,
}: {
  readonly by: ClockMove | typeof pastRetries;
  readonly results: readonly string[];
  readonly expires: boolean;
}): string {
  const amount = { '2m': '2 minutes', '31m': '31 minutes', '8h': 'past all retries' }[by];
  const moved = by === pastRetries ? nothingRetried : `The clock moves ${amount}.`;
  const expired = expires && by !== pastRetries ? ['The order expires.'] : [];
  return [moved, ...expired, ...new Set(results)].join(' ');
}

/** Describes an attempt that the gateway makes while the clock moves. */
export function retried(callback: SentCallback, result: DeliveryResult): string {
  return `The gateway retries the ${callbackName(callback)}. ${answered({ kind: 'callback', text: callbackResponse(result) })}`;
}

export function callbackResponse(result: DeliveryResult): string {
  const { ok, reason } = acknowledgementOf('payin', result);
  return ok ? '200 success' : (reason ?? 'no acknowledgement');
}

export function probed(found: string, expected: string): string {
  return found === expected
    ? `The probe returns ${found}, as expected.`
    : `The probe returns ${found}. Expected: ${expected}.`;
}

function sentences(what: string, { seen, answers: { arrived, waiting } }: Seen): string {
  return [what, ...seenTexts(seen), ...new Set(arrived.map(answered)), ...new Set(waiting.map(waits))].join(
    ' ',
  );
}

function seenTexts(seen: readonly SeenCall[]): readonly string[] {
  return [...new Set(seen.flatMap(seenText))];
}

function seenText({ call, fault, status, httpStatus }: SeenCall): readonly string[] {
  const name = `its ${callNames[call]}`;
  const response = httpStatus === 200 ? (status ?? 'a response') : `HTTP ${httpStatus}`;
  switch (fault) {
    case 'hold':
      return [`The network holds the response to ${name} (${response}).`];
    case 'lose-request':
      return [`The network loses ${name}.`];
    case 'lose-response':
      return [`The network loses the response to ${name} (${response}).`];
    default:
      return call === 'create' && httpStatus === 200 ? [] : [`Its ${callNames[call]} returns ${response}.`];
  }
}

function answered({ kind, text }: Answer): string {
  switch (kind) {
    case 'order':
      return text === paymentPage ? 'The shop returns the payment page.' : `The shop returns ${text}.`;
    case 'callback':
      return text === '200 success'
        ? 'The shop responds with 200 success.'
        : `The shop does not acknowledge the callback: ${text}.`;
    case 'return':
      return `The return page responds with ${text}.`;
  }
}

function waits(kind: MessageKind): string {
  const names = { order: 'the order', callback: 'the callback', return: 'the return page' };
  return `The shop has not yet responded to ${names[kind]}.`;
}
