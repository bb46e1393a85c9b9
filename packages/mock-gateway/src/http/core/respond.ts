import type { WireRequest, WireResponse } from './exchange.ts';

/** Every answer: nothing is guessed from its content, nothing is kept by a cache. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** @param headers besides those of every answer */
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

/** For what is only read. */
export function reading<Answer>(
  { method }: Pick<WireRequest, 'method'>,
  answer: () => Answer,
): Answer | WireResponse {
  if (method === 'GET' || method === 'HEAD') return answer();
  const refusal = { error: 'method_not_allowed', message: 'This address is read.' };
  return jsonResponse(405, refusal, { allow: 'GET, HEAD' });
}

/** 404 for an address that belongs to no API and no page. */
export function nothingHere(): WireResponse {
  return jsonResponse(404, { error: 'not_found', message: 'There is nothing at this address.' });
}

/** A status says it all. */
export function emptyResponse(status: number): WireResponse {
  return { status, headers: commonHeaders, body: '' };
}

/** 200 with text that is neither JSON nor HTML. */
export function textResponse(contentType: string, body: string): WireResponse {
  return { status: 200, headers: { ...commonHeaders, 'content-type': contentType }, body };
}

/** @param headers besides those of every answer */
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
