import { createParser } from 'eventsource-parser';
import { send } from './api.ts';
import type { GatewayEvent } from './types.ts';

export interface EventHandlers {
  /** Called after each connection. Earlier events may be missing. */
  readonly connected: () => void;
  readonly disconnected: () => void;
  readonly event: (event: GatewayEvent) => void;
}

const retryMs = [500, 1_000, 2_000, 5_000] as const;

/** Follows the event stream and reconnects after it breaks. Uses fetch, because EventSource cannot send a token. */
export async function followEvents(handlers: EventHandlers): Promise<never> {
  for (let failures = 0; ; failures++) {
    try {
      const response = await send('/_mock/events');
      if (response.ok && response.body !== null) {
        failures = 0;
        handlers.connected();
        await readEvents(response.body, handlers.event);
      }
    } catch {
      // Retry, because the gateway has stopped or is restarting.
    }
    handlers.disconnected();
    await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 5_000);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Reports each event of a stream until it ends.
 *
 * @param body server-sent events as the control API writes them
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  tell: EventHandlers['event'],
): Promise<void> {
  const { feed } = createParser({
    onEvent: ({ event, data }) => tell({ type: event, data: JSON.parse(data) } as GatewayEvent),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(decoder.decode(value, { stream: true }));
  }
}
