import type { WireResponse } from './exchange.ts';

/** Every answer: nothing is guessed from its content, nothing is kept by a cache. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return {
    status,
    headers: { ...commonHeaders, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function emptyResponse(status: number): WireResponse {
  return { status, headers: commonHeaders, body: '' };
}

export function htmlResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): WireResponse {
  return {
    status,
    headers: { ...commonHeaders, 'content-type': 'text/html; charset=utf-8', ...headers },
    body,
  };
}
