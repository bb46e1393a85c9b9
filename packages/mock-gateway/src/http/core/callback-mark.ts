import type { WireRequest } from './exchange.ts';

/** Pattern of the User-Agent of a callback, including callbacks that `inrgate listen` forwards. */
const marked = /^inrgate-(?:mock-gateway|listen)(?:$|[/ ])/;

/**
 * Returns whether a request is a callback of this or another mock gateway. The User-Agent identifies a callback,
 * because a merchant controls the URL and some fields of a callback, but none of its headers.
 */
export function isCallback(request: Pick<WireRequest, 'header'>): boolean {
  return marked.test(request.header('user-agent') ?? '');
}

/** Error message for a callback that reaches a gateway. */
export const callbackRefusal =
  'This is a callback of a mock gateway, but its URL points to a mock gateway. Set notifyUrl or callbackUrl to the endpoint of the merchant’s server.';
