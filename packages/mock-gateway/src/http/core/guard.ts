import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { callbackRefusal, isCallback } from './callback-mark.ts';
import { ControlError } from './control-error.ts';
import type { WireRequest } from './exchange.ts';

/** How the control API is protected: by being on this machine alone, a token being as good; or by a token. */
export type Guard =
  | {
      readonly kind: 'loopback';
      readonly token: string | undefined;
      /** The host of a gateway that is not served: no connection leads there. */
      readonly own: string | null;
    }
  | {
      /** External clients can reach the gateway, so no header and no address shows that a request is the operator's. */
      readonly kind: 'token';
      /** undefined: no request is accepted. */
      readonly token: string | undefined;
    };

/**
 * Why the control API refuses a request; null: it accepts it. The gateway's own callbacks are always refused. On loopback:
 * only requests that nobody passed on, whose Host is a loopback name (a web page cannot reach it by a name of its own, DNS
 * rebinding) and whose Origin, if any, is its own; or those with the token, if there is one. Elsewhere: the bearer token
 * (contract: Control API).
 */
export function refusalOf(request: WireRequest, guard: Guard): ControlError | null {
  return refusalOfVisitor(request, guard) ?? refusalOfOtherSite(request, guard);
}

/** As `refusalOf`, for a page of the gateway, to which a link of another site may lead. */
export function refusalOfVisitor(request: WireRequest, guard: Guard): ControlError | null {
  if (isCallback(request)) return new ControlError('forbidden', callbackRefusal);
  if (guard.token !== undefined && bearsToken(request, guard.token)) return null;
  if (guard.kind === 'token') {
    return guard.token === undefined
      ? new ControlError(
          'forbidden',
          `External clients can reach this gateway, and it has no control token. ${remedy}`,
        )
      : unauthorized('The control API needs the header Authorization: Bearer TOKEN.');
  }
  return refusalOfPassedOn(request, guard) ?? refusalOfOutsiders(request, guard.own);
}

const remedy = 'Start it with --control-token (in process: controlToken).';

/**
 * A proxy or a tunnel in front makes everybody's connection one of this machine, and may make every Host a loopback
 * name. For the dashboard as well, whose page can ask for the token.
 */
export function refusalOfPassedOn(request: WireRequest, { token }: Guard): ControlError | null {
  const header = passedOnBy(request);
  if (header === null) return null;
  const reason = `The request came through a proxy or a tunnel (${header}): there the control API and the dashboard need a token`;
  return token === undefined
    ? new ControlError('forbidden', `${reason}, and this gateway has none. ${remedy}`)
    : unauthorized(`${reason}, in the header Authorization: Bearer TOKEN.`);
}

function passedOnBy(request: WireRequest): string | null {
  const names = request.headers().map(([name]) => name);
  return names.find((name) => passingOn.test(name)) ?? null;
}

/** What proxies and tunnels write; a client has no reason to. */
const passingOn =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-original-(?:host|forwarded-for)|(?:true|x)-client-ip|cf-(?:connecting-ip|ray|visitor))$/i;

function unauthorized(message: string): ControlError {
  return new ControlError('unauthorized', message, { headers: bearerChallenge });
}

function refusalOfOutsiders(request: WireRequest, own: string | null): ControlError | null {
  // Whoever serves the gateway as an app of theirs decides who can connect; a Host alone is easily written.
  if (isIP(request.ip) === 0 || !isLoopback(request.ip)) {
    return new ControlError('forbidden', 'The control API answers only requests from this machine.');
  }
  const host = request.header('host') ?? '';
  if (host !== own && !isLoopbackHost(host)) {
    return new ControlError('forbidden', 'The control API answers only requests to a loopback address.');
  }
  const origin = request.header('origin');
  if (origin !== null && origin !== `http://${host}`) {
    return new ControlError('forbidden', otherPage);
  }
  return null;
}

const otherPage = 'The control API answers no other web page than its own.';

/** A page elsewhere sends no Origin with the GET request of an image or a script. */
function refusalOfOtherSite(request: WireRequest, { kind, token }: Guard): ControlError | null {
  const isGuarded = kind === 'loopback' && !(token !== undefined && bearsToken(request, token));
  return isGuarded && isFromOtherSite(request) ? new ControlError('forbidden', otherPage) : null;
}

/** Whether a browser says that a page of another origin sent the request (Fetch Metadata). */
export function isFromOtherSite(request: Pick<WireRequest, 'header'>): boolean {
  return /^(?:cross|same)-site$/.test(request.header('sec-fetch-site') ?? '');
}

/** What a 401 has to say (RFC 9110, WWW-Authenticate). */
const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;

/** Whether the request has the bearer token. */
export function bearsToken(request: Pick<WireRequest, 'header'>, token: string): boolean {
  const [, given = ''] = /^Bearer +([^ ].*)$/i.exec(request.header('authorization') ?? '') ?? [];
  return isSame(given, token);
}

/** Constant time, whatever the lengths. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** A URL would also be read out of user info, a path or a query around the name. */
const hostOnly = /^[a-z0-9.:[\]-]+$/i;

/** Is it this machine, as a request's Host names it: with or without a port? */
export function isLoopbackHost(host: string): boolean {
  if (!hostOnly.test(host) || !URL.canParse(`http://${host}`)) return false;
  return isLoopback(new URL(`http://${host}`).hostname);
}
