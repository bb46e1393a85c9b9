import type { WireRequest, WireResponse } from './exchange.ts';

/** Headers of every response. They prevent content sniffing and caching. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** @param headers headers in addition to the common headers */
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

/** A 200 response with long JSON, which is sent part by part. */
export function partsResponse(parts: readonly string[]): WireResponse {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  return { ...jsonResponse(200, null, { 'content-length': String(length) }), body: streamOf(parts) };
}

async function* streamOf(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

/** Handles GET and HEAD, and rejects every other method. */
export function getOnly<Answer>(
  { method }: Pick<WireRequest, 'method'>,
  answer: () => Answer,
): Answer | WireResponse {
  if (method === 'GET' || method === 'HEAD') return answer();
  const refusal = { error: 'method_not_allowed', message: 'This path supports only GET and HEAD.' };
  return jsonResponse(405, refusal, { allow: 'GET, HEAD' });
}

/** A 404 response for a path that belongs to no API and no page. */
export function nothingHere(): WireResponse {
  return jsonResponse(404, { error: 'not_found', message: 'The gateway serves no page at this path.' });
}

/** A response with a status and no body. */
export function emptyResponse(status: number): WireResponse {
  return { status, headers: commonHeaders, body: '' };
}

/** A 200 response with a string that is neither JSON nor HTML. */
export function textResponse(contentType: string, body: string): WireResponse {
  return { status: 200, headers: { ...commonHeaders, 'content-type': contentType }, body };
}

/** @param headers headers in addition to the common headers */
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

/** Converts the message of an internal error to a sentence. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
