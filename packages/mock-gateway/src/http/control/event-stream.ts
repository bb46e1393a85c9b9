import type { ControlGateway } from '../../control/control-gateway.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';

const maxWaiting = 1_000;
const heartbeatMs = 15_000;

/**
 * GET /events, a stream of server-sent events. Disconnects a client that reads too slowly. A disconnected client can
 * reconnect.
 */
export function eventStream(
  { events }: Pick<ControlGateway, 'events'>,
  { method, signal }: Pick<WireRequest, 'method' | 'signal'>,
): WireResponse {
  // A HEAD request must end immediately.
  const ended = method === 'HEAD' ? AbortSignal.abort() : AbortSignal.any([signal, events.ended]);
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: frames(events, ended),
  };
}

/** One frame per event, and regular comments, so proxies keep the stream open. */
async function* frames(events: ControlGateway['events'], signal: AbortSignal): AsyncGenerator<string> {
  const waiting: string[] = [': connected\n\n'];
  let wake = () => {};
  const offer = (frame: string) => {
    // One frame above the maximum is sufficient to end the stream.
    if (waiting.length <= maxWaiting) waiting.push(frame);
    wake();
  };
  const unsubscribe = events.subscribe(({ type, data }) =>
    offer(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
  );
  const heartbeat = setInterval(() => offer(': alive\n\n'), heartbeatMs);
  heartbeat.unref();
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted && waiting.length <= maxWaiting) {
      yield waiting.splice(0).join('');
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.length > 0 || signal.aborted) resolve();
      });
    }
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
  }
}
