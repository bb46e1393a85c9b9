import { expect, it } from 'vitest';
import { readEvents } from './events.ts';
import type { GatewayEvent } from './types.ts';

async function told(chunks: readonly (string | Uint8Array)[]): Promise<readonly GatewayEvent[]> {
  const events: GatewayEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  await readEvents(body, (event) => events.push(event));
  return events;
}

it('the event reader returns the data of each event and ignores comments', async () => {
  const stream =
    ': connected\n\nevent: order\ndata: {"orderNo":"PI1"}\n\n: alive\n\nevent: clock\ndata: {}\n\n';
  expect(await told([stream])).toEqual([
    { type: 'order', data: { orderNo: 'PI1' } },
    { type: 'clock', data: {} },
  ]);
});

it('the event reader accepts an event that is split anywhere, even within a character', async () => {
  const bytes = new TextEncoder().encode('event: fault\ndata: {"note":"रु"}\n\n');
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(await told(pieces)).toEqual([{ type: 'fault', data: { note: 'रु' } }]);
});

it('the event reader ignores a truncated event', async () => {
  expect(await told(['event: order\ndata: {"orderNo":"PI1"}\n'])).toEqual([]);
});
