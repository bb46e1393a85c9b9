import { callbackRefusal, isCallback } from './callback-mark.ts';
import type { WireRequest } from './exchange.ts';
import { isLoopbackHost } from './guard.ts';

const pageRefusal =
  'A web page has sent this request. Calls are made from the merchant’s server only, never from a browser.';

/**
 * Why a request of the wire API does not come from a merchant's server; null: it can come from one. A web page elsewhere
 * could lock the developer's IP address, and create orders with the demo keys, by forms that it sends (spec: Authentication
 * 6; reading: Absent values, browsers, our own callbacks).
 */
export function refusalOfSender(request: Pick<WireRequest, 'header'>): string | null {
  if (isCallback(request)) return callbackRefusal;
  const site = request.header('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site' || isRebound(request) ? pageRefusal : null;
}

/** A page whose own name was rebound to the gateway is of the same site, and a browser sends no Fetch Metadata there. */
function isRebound(request: Pick<WireRequest, 'header'>): boolean {
  const host = request.header('host') ?? '';
  return request.header('origin') === `http://${host}` && !isLoopbackHost(host);
}
