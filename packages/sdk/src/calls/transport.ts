import ky, { NetworkError } from 'ky';
import { startTimer } from '../pacing/timer.ts';
import { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from '../protocol/routes.ts';
import type { Fetch } from './options.ts';

export type Target =
  | { readonly api: 'v3'; readonly endpoint: V3Endpoint }
  | { readonly api: 'v1'; readonly endpoint: V1Endpoint };

/** One signed request, identical at every attempt. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** The URL, including the query of a GET. */
  readonly url: string;
  readonly body?: string;
}

/** Creates the request for these signed parameters. A POST sends them as JSON, and a GET in its query. */
export function signedRequest(
  root: string,
  target: Target,
  params: Readonly<Record<string, string>>,
): SignedRequest {
  const { method, path } = target.api === 'v3' ? v3Routes[target.endpoint] : v1Routes[target.endpoint];
  return method === 'GET'
    ? { method, url: `${root}${path}?${new URLSearchParams(params)}` }
    : { method, url: root + path, body: JSON.stringify(params) };
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The result of an attempt without a complete response. */
export type NoAnswer =
  | { readonly kind: 'network'; readonly cause: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted'; readonly cause: unknown }
  | { readonly kind: 'too_large'; readonly status: number };

export interface SendOptions {
  /** Maximum duration of the whole exchange in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: Fetch | undefined;
}

/** Maximum number of bytes in a decompressed response body. A typical response of the API has a few hundred bytes. */
export const responseLimit = 1_048_576;

/** Limits headers and body, even if `fetch` ignores the signal. Never follows redirects and never throws. */
export async function send(request: SignedRequest, options: SendOptions): Promise<HttpAnswer | NoAnswer> {
  const { signal, timeout, fetch } = options;
  const stop = new AbortController();
  let release = () => {};
  const ended = new Promise<NoAnswer>((resolve) => {
    // A hook can abort the call after the loop has checked the signal.
    release = startTimer(timeout, signal, (isAborted) => {
      resolve(isAborted ? { kind: 'aborted', cause: signal?.reason } : { kind: 'timeout' });
      stop.abort();
    });
  });
  const result = await Promise.race([ended, exchange(request, stop.signal, fetch)]);
  release();
  return result;
}

async function exchange(
  request: SignedRequest,
  signal: AbortSignal,
  fetch?: Fetch,
): Promise<HttpAnswer | NoAnswer> {
  try {
    const response = await ky(request.url, {
      method: request.method,
      headers: requestHeaders(request),
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      // Disable these features of ky, because the SDK retries, times out and evaluates the status.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // Pass the signal here, because ky would combine the signal with its own.
      fetch: (input) =>
        fetch === undefined ? globalThis.fetch(input, { signal }) : fetch(new Request(input, { signal })),
    });
    const text = await readText(response, signal);
    if (text === undefined) return { kind: 'too_large', status: response.status };
    return { kind: 'answer', status: response.status, headers: response.headers, text };
  } catch (error) {
    // ky's error contains the Request, which contains the signature.
    return { kind: 'network', cause: error instanceof NetworkError ? error.cause : error };
  }
}

function requestHeaders(request: SignedRequest): Record<string, string> {
  const headers = { accept: 'application/json', 'user-agent': 'inrgate-sdk' };
  return request.body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
}

/** Reads the body as a string. Returns undefined and stops reading if the body exceeds the limit. */
async function readText(response: Response, signal: AbortSignal): Promise<string | undefined> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  // A `fetch` that ignores its signal can return a response after the attempt has ended.
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > responseLimit) {
      cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
