import { acknowledgementOf } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import type { SeenCall } from './gateway-proxy.ts';
import type { Answer, Answers, MessageKind, SentCallback } from './messages.ts';
import type { ShopCall } from './step.ts';
import { type Credit, creditText } from './step.ts';

export const callNames: Readonly<Record<ShopCall, string>> = {
  create: 'request to create the pay-in',
  query: 'query',
};

/** The shop's response to an order with a payment page. */
export const paymentPage = 'payment page';

/** Describes an event, the calls that the shop sent meanwhile, and its responses. */
export function sentences(what: string, seen: readonly SeenCall[], { arrived, waiting }: Answers): string {
  const told = [...seen.flatMap(seenText), ...arrived.map(answered), ...waiting.map(waits)];
  return [what, ...new Set(told)].join(' ');
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
      return callbackAnswered(text);
    case 'return':
      return `The return page responds with ${text}.`;
  }
}

/** @param response the result of `callbackResponse` */
export function callbackAnswered(response: string): string {
  return response === '200 success'
    ? 'The shop responds with 200 success.'
    : `The shop does not acknowledge the callback: ${response}.`;
}

function waits(kind: MessageKind): string {
  const names = { order: 'the order', callback: 'the callback', return: 'the return page' };
  return `The shop has not yet responded to ${names[kind]}.`;
}

export function callbackName({ event, paidAmount }: SentCallback): string {
  return event === 'success' ? `success callback (paid ${paidAmount})` : 'callback with the status failed';
}

export function callbackResponse(result: DeliveryResult): string {
  const { ok, reason } = acknowledgementOf('payin', result);
  return ok ? '200 success' : (reason ?? 'no acknowledgement');
}

export function probed(found: Credit, expected: Credit): string {
  const [text, right] = [creditText(found), creditText(expected)];
  return text === right
    ? `The probe returns ${text}, as expected.`
    : `The probe returns ${text}. Expected: ${right}.`;
}
