import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { ControlError } from '../../control/control-error.ts';
import type { WireRequest } from '../exchange.ts';

/** How the control API is protected: by being on this machine alone, or by a token. */
export type Guard = { readonly kind: 'loopback' } | { readonly kind: 'token'; readonly token: string };

/**
 * On loopback: only requests whose Host is a loopback name (a web page cannot reach it by a name of its own, DNS
 * rebinding) and whose Origin, if any, is its own. Elsewhere: the bearer token (contract: Control API).
 */
export function refuseStrangers(request: WireRequest, guard: Guard): void {
  if (guard.kind === 'token') refuseWithoutToken(request, guard.token);
  else refuseOutsiders(request);
}

function refuseOutsiders(request: WireRequest): void {
  const host = request.header('host') ?? '';
  if (!isLoopbackHost(host)) {
    throw new ControlError('forbidden', 'The control API answers only requests to a loopback address.');
  }
  const origin = request.header('origin');
  if (origin !== null && origin !== `http://${host}`) {
    throw new ControlError('forbidden', 'The control API answers no other web page than its own.');
  }
}

function refuseWithoutToken(request: WireRequest, token: string): void {
  if (bearsToken(request, token)) return;
  throw new ControlError('unauthorized', 'The control API needs the header Authorization: Bearer TOKEN.', {
    headers: bearerChallenge,
  });
}

/** What a 401 has to say (RFC 9110, WWW-Authenticate). */
export const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;

export function bearsToken(request: WireRequest, token: string): boolean {
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

/** `127.0.0.0/8`, `::1` and `localhost`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  if (!hostOnly.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')) || hostname === 'localhost';
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
