import { send } from './api.ts';
import type { GatewayEvent } from './types.ts';

export interface EventHandlers {
  /** Connected, for the first time or again: what happened in between is not known. */
  readonly connected: () => void;
  readonly disconnected: () => void;
  readonly event: (event: GatewayEvent) => void;
}

const retryMs = [500, 1_000, 2_000, 5_000] as const;

/** Follows the event stream for ever, and comes back when it breaks. Fetch rather than EventSource, which cannot bear a token. */
export async function followEvents(handlers: EventHandlers): Promise<never> {
  for (let failures = 0; ; failures++) {
    try {
      const response = await send('/_mock/events');
      if (response.ok && response.body !== null) {
        failures = 0;
        handlers.connected();
        await readStream(response.body, handlers.event);
      }
    } catch {
      // The gateway has gone, or restarts: it is tried again.
    }
    handlers.disconnected();
    await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 5_000);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function readStream(body: ReadableStream<Uint8Array>, tell: EventHandlers['event']): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (waiting + decoder.decode(value, { stream: true })).split('\n\n');
    waiting = frames.pop() ?? '';
    for (const frame of frames) {
      const event = parseFrame(frame);
      if (event !== null) tell(event);
    }
  }
}

/** One event, or null for a comment. */
export function parseFrame(frame: string): GatewayEvent | null {
  const { type, data } = /^event: (?<type>\w+)\ndata: (?<data>.*)$/s.exec(frame)?.groups ?? {};
  if (type === undefined || data === undefined) return null;
  return { type, data: JSON.parse(data) } as GatewayEvent;
}
