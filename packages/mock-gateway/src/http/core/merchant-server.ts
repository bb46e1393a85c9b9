import { callbackRefusal, isCallback } from './callback-mark.ts';
import type { WireRequest } from './exchange.ts';
import { isFromOtherSite, isLoopbackHost } from './guard.ts';

const pageRefusal =
  'A web page has sent this request. Calls are made from the merchant’s server only, never from a browser.';

/**
 * Why a request of the wire API does not come from a merchant's server; null: it can come from one. A web page elsewhere
 * could lock the developer's IP address, and create orders with the demo keys, by forms that it sends (spec: Authentication
 * 6; reading: Absent values, browsers, our own callbacks).
 */
export function refusalOfSender(request: Pick<WireRequest, 'header'>): string | null {
  if (isCallback(request)) return callbackRefusal;
  return isFromOtherSite(request) || isRebound(request) ? pageRefusal : null;
}

/**
 * Whether a page sent this whose own name was rebound to the gateway. A browser sends no Fetch Metadata there, as the name is
 * not trustworthy. It sends an `Origin`, which is `null` where a page hides its address, and with GET a `Referer` only.
 */
function isRebound(request: Pick<WireRequest, 'header'>): boolean {
  const page = request.header('origin') ?? request.header('referer');
  if (page === null) return false;
  const host = request.header('host') ?? '';
  if (isLoopbackHost(host)) return false;
  if (!URL.canParse(page)) return page === 'null';
  const { protocol, host: name } = new URL(page);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === name;
}
