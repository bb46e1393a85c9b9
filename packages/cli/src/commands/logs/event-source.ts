import { setTimeout as sleep } from 'node:timers/promises';
import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamedEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Awaited before the first event is read. */
  readonly onConnected: () => void | Promise<void>;
  /** Called after the connection is lost. The command misses the events until the next connection. */
  readonly onLost: (waitMs: number) => void;
  /** Milliseconds before the first reconnection. Each further wait is twice as long, up to `maxWait`. */
  readonly firstWait?: number;
  readonly maxWait?: number;
}

/** @throws {ControlApiError} if the first connection fails, or if the gateway rejects a connection */
export async function* follow(
  control: ControlClient,
  { signal, onConnected, onLost, firstWait = 500, maxWait = 10_000 }: FollowOptions,
): AsyncGenerator<StreamedEvent> {
  let wait = firstWait;
  let connectedOnce = false;
  while (!signal.aborted) {
    try {
      const body = await control.events(signal);
      connectedOnce = true;
      wait = firstWait;
      await onConnected();
      yield* eventsIn(body);
    } catch (error) {
      if (signal.aborted) return;
      if (!connectedOnce || isRefusal(error)) throw error;
    }
    if (signal.aborted) return;
    onLost(wait);
    await sleep(wait, undefined, { signal }).catch(() => {});
    wait = Math.min(wait * 2, maxWait);
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoderStream() as TransformStream<Uint8Array, string>;
  for await (const { event = '', data } of body
    .pipeThrough(decoder)
    .pipeThrough(new EventSourceParserStream())) {
    yield { type: event, data: JSON.parse(data) };
  }
}

/** Returns true for a rejection, because a retry would fail again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ControlApiError && error.status !== undefined && error.status < 500;
}
