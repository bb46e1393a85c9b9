import type { WireRequest, WireResponse } from '../core/exchange.ts';

/**
 * Handles a Fetch request.
 *
 * @param closing aborts when the gateway closes
 */
export async function answerFetch(
  input: Request,
  closing: AbortSignal,
  answer: (request: WireRequest) => Promise<WireResponse>,
): Promise<Response> {
  if (closing.aborted) throw refusedConnection();
  // If a client cancels the response body, it has disconnected.
  const left = new AbortController();
  const request = fromFetchRequest(input, AbortSignal.any([input.signal, closing, left.signal]));
  return toFetchResponse(await answer(request), request, () => left.abort());
}

/** Converts a Fetch request. The request has no socket and counts as a request from this machine. */
function fromFetchRequest(request: Request, signal: AbortSignal): WireRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    ip: '127.0.0.1',
    // A Fetch request has no Host header, so the URL supplies the host.
    header: (name) => (name === 'host' ? url.host : request.headers.get(name)),
    headers: () => [['host', url.host], ...request.headers],
    body: (limit) => bodyOf(request, limit),
    signal,
  };
}

async function bodyOf({ body }: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Converts the response. A transport fault becomes the error that `fetch` would throw. */
async function toFetchResponse(
  answer: WireResponse,
  { method, signal }: WireRequest,
  leave: () => void,
): Promise<Response> {
  const { status, headers, body, transportFault } = answer;
  if (transportFault === 'drop') throw connectionReset();
  if (transportFault === 'hang') return untilAborted(signal);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!(bytes instanceof Uint8Array))
    return new Response(method === 'HEAD' ? null : textStream(bytes, leave), { status, headers });
  if (transportFault === 'truncate') return new Response(halfStream(bytes), { status, headers });
  transportFault satisfies undefined;
  // Fetch allows no body for HEAD and for these statuses.
  const empty = status === 204 || status === 304 || method === 'HEAD';
  return new Response(empty ? null : new Uint8Array(bytes), { status, headers });
}

function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}

function refusedConnection(): TypeError {
  const cause = Object.assign(new Error('the gateway is closed'), { code: 'ECONNREFUSED' });
  return new TypeError('fetch failed', { cause });
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

function halfStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new TypeError('terminated', { cause: connectionReset().cause }));
      sent = true;
      controller.enqueue(bytes.subarray(0, bytes.byteLength >> 1));
    },
  });
}

function textStream(chunks: AsyncIterable<string>, leave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      leave();
      await iterator.return?.();
    },
  });
}
