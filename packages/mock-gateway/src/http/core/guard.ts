import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { ControlError } from './control-error.ts';
import type { WireRequest } from './exchange.ts';

/**
 * Protection of the control API. On a loopback address, the control API accepts local requests and requests with the
 * token. On other IP addresses, it accepts only requests with the token.
 */
export type Guard =
  | {
      readonly kind: 'loopback';
      readonly token: string | undefined;
      /** Host of the gateway, or null if the gateway is reachable only in process. */
      readonly own: string | null;
    }
  | {
      /** External clients can reach the gateway, so only the token proves that the operator sent a request. */
      readonly kind: 'token';
      /** The required token. Undefined rejects every request. */
      readonly token: string | undefined;
    };

/**
 * Returns the reason why the control API rejects a request, or null. The control API always rejects callbacks. On an IP
 * address that is not loopback, it requires the bearer token (contract: Control API). On a loopback address, it accepts
 * a request with the token, or a local request that no proxy forwarded. A local request must have the Host of a
 * loopback name, which prevents DNS rebinding, and no Origin except the gateway's.
 */
export function refusalOf(request: WireRequest, guard: Guard): ControlError | null {
  return refusalOfVisitor(request, guard) ?? refusalOfOtherSite(request, guard);
}

/** Like `refusalOf`, but for a page of the gateway, because other sites can link to a page. */
export function refusalOfVisitor(request: WireRequest, guard: Guard): ControlError | null {
  if (isCallback(request)) return new ControlError('forbidden', callbackRefusal);
  if (guard.token !== undefined && bearsToken(request, guard.token)) return null;
  if (guard.kind === 'token') {
    return guard.token === undefined
      ? new ControlError(
          'forbidden',
          `External clients can reach this gateway, but it has no control token. ${remedy}`,
        )
      : unauthorized('The control API requires the header Authorization: Bearer TOKEN.');
  }
  return refusalOfPassedOn(request, guard) ?? refusalOfOutsiders(request, guard.own);
}

const remedy = 'Start the gateway with --control-token (in process: controlToken).';

/**
 * Rejects a request from a proxy or a tunnel, because the request seems to come from this machine and its Host can be a
 * loopback name. The dashboard uses this check, because its page can ask for the token.
 */
export function refusalOfPassedOn(request: WireRequest, { token }: Guard): ControlError | null {
  const header = passedOnBy(request);
  if (header === null) return null;
  const reason = `A proxy or a tunnel forwarded this request (${header}), so the control API and the dashboard require a token.`;
  return token === undefined
    ? new ControlError('forbidden', `${reason} This gateway has no control token. ${remedy}`)
    : unauthorized(`${reason} Send the token in the header Authorization: Bearer TOKEN.`);
}

function passedOnBy(request: WireRequest): string | null {
  const names = request.headers().map(([name]) => name);
  return names.find((name) => passingOn.test(name)) ?? null;
}

/** Headers that proxies and tunnels add. Clients do not send them. */
const passingOn =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-original-(?:host|forwarded-for)|(?:true|x)-client-ip|cf-(?:connecting-ip|ray|visitor))$/i;

function unauthorized(message: string): ControlError {
  return new ControlError('unauthorized', message, { headers: bearerChallenge });
}

function refusalOfOutsiders(request: WireRequest, own: string | null): ControlError | null {
  // In this case, the app that mounts the gateway decides which clients can connect. A client can forge the Host.
  if (isIP(request.ip) === 0 || !isLoopback(request.ip)) {
    return new ControlError('forbidden', 'The control API accepts only requests from this machine.');
  }
  const host = request.header('host') ?? '';
  if (host !== own && !isLoopbackHost(host)) {
    return new ControlError('forbidden', 'The control API accepts only requests to a loopback address.');
  }
  const origin = request.header('origin');
  if (origin !== null && origin !== `http://${host}`) {
    return new ControlError('forbidden', otherPage);
  }
  return null;
}

const otherPage = 'The control API accepts requests only from its own web page.';

/** Rejects requests of other sites. A GET for an image or a script contains no Origin. */
function refusalOfOtherSite(request: WireRequest, { kind, token }: Guard): ControlError | null {
  const isGuarded = kind === 'loopback' && !(token !== undefined && bearsToken(request, token));
  return isGuarded && isFromOtherSite(request) ? new ControlError('forbidden', otherPage) : null;
}

/** Uses Fetch Metadata to determine whether a page from another origin sent the request. */
function isFromOtherSite(request: Pick<WireRequest, 'header'>): boolean {
  return /^(?:cross|same)-site$/.test(request.header('sec-fetch-site') ?? '');
}

/** Header that a 401 requires (RFC 9110, WWW-Authenticate). */
const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;

/** Returns whether a request contains the token. */
export function bearsToken(request: Pick<WireRequest, 'header'>, token: string): boolean {
  const [, given = ''] = /^Bearer +([^ ].*)$/i.exec(request.header('authorization') ?? '') ?? [];
  return isSame(given, token);
}

/** Compares two strings of any length in constant time. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Matches only a host. A URL parser would also accept user info, a path and a query. */
const hostOnly = /^[a-z0-9.:[\]-]+$/i;

/** Returns whether a Host header names this machine. */
export function isLoopbackHost(host: string): boolean {
  if (!hostOnly.test(host) || !URL.canParse(`http://${host}`)) return false;
  return isLoopback(new URL(`http://${host}`).hostname);
}

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
