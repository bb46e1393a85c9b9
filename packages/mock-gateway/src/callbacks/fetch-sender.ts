import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { Answer, inWords } from './answer.ts';
import { errorCode } from './http-sender.ts';
import { type Delivery, deliveryHeaders, type Sender, type SenderOptions } from './sender.ts';

export interface FetchSenderOptions extends SenderOptions {
  /** Looked up at each delivery by default, as MSW puts its own in place later. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Posts through fetch, so that receivers in the same process, MSW's among them, are reached. The same bounds. */
export function fetchSender({
  timeoutMs = callbackTimeoutMs,
  fetch = (request) => globalThis.fetch(request),
}: FetchSenderOptions = {}): Sender {
  return async (delivery, signal) => {
    const answer = new Answer();
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      // Raced, as a fetch that somebody made need not heed its signal.
      await Promise.race([exchange(fetch, delivery, { answer, signal: either }), aborted(either)]);
      return answer.end();
    } catch (error) {
      if (signal.aborted) return answer.end('aborted');
      if (timeout.aborted) return answer.end('timeout', inWords(timeoutMs));
      return answer.end('connection', errorCode(error instanceof Error ? (error.cause ?? error) : error));
    }
  };
}

interface Reading {
  readonly answer: Answer;
  readonly signal: AbortSignal;
}

async function exchange(
  fetch: (request: Request) => Promise<Response>,
  delivery: Delivery,
  { answer, signal }: Reading,
): Promise<void> {
  const { url, body } = delivery;
  const headers = deliveryHeaders(delivery);
  const response = await fetch(
    new Request(url, { method: 'POST', headers, body, redirect: 'manual', signal }),
  );
  answer.begin(response.status, response.headers.get('location'), url);
  for await (const chunk of response.body ?? []) {
    // Leaving the loop cancels the rest of the body.
    if (signal.aborted || answer.add(chunk)) return;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
