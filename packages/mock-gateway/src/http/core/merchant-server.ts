import { callbackRefusal, isCallback } from './callback-mark.ts';
import type { WireRequest } from './exchange.ts';
import { isFromOtherSite, isLoopbackHost } from './guard.ts';

const pageRefusal =
  'A web page sent this request. Call the API only from the merchant’s server, never from a browser.';

/**
 * Returns the reason why a request cannot come from a merchant's server, or null. Without this check, a web page of
 * another site could lock the developer's IP address or create orders with the demo keys.
 *
 * spec: Authentication 6; reading: Absent values, browsers, our own callbacks.
 */
export function refusalOfSender(request: Pick<WireRequest, 'header'>): string | null {
  if (isCallback(request)) return callbackRefusal;
  return isFromOtherSite(request) || isRebound(request) ? pageRefusal : null;
}

/**
 * Returns whether the request is from a page with a rebound DNS name. For a page without TLS, a browser sends no Fetch
 * Metadata. It sends an `Origin`, which is `null` if the page hides its URL. With a GET, it sends only a `Referer`.
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
