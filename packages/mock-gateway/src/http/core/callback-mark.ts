import type { WireRequest } from './exchange.ts';

/** Of a callback, or of one that the command passes on with `listen` or `replay`. */
const marked = /^inrgate-(?:mock-gateway|listen)(?:$|[/ ])/;

/**
 * Whether a request is a callback: of this gateway, or of another one, whichever address it was sent to. The User-Agent
 * shows it, because a merchant chooses the URL and some fields of a callback, and none of its headers.
 */
export function isCallback(request: Pick<WireRequest, 'header'>): boolean {
  return marked.test(request.header('user-agent') ?? '');
}

/** What the attempt shows that led here. */
export const callbackRefusal =
  'This is a callback of a mock gateway, and its URL leads to a mock gateway. Set notifyUrl or callbackUrl to the endpoint of the merchant’s server.';
