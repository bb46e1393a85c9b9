import type { MockGateway } from '@inrgate/mock-gateway';
import { jsonLine, type Output } from '../output/output.ts';
import { type LiveEvent, readEvent } from './live-events.ts';
import { liveLine } from './live-lines.ts';
import { LiveWriter } from './live-writer.ts';

/** Formats an event as JSON or text. Returns null if the event needs no line. */
export function lineOf(event: LiveEvent, { json }: Pick<Output, 'json'>): string | null {
  return json ? jsonLine(event) : liveLine(event);
}

export function tellLive({ events }: Pick<MockGateway, 'events'>, output: Output): void {
  const lines = new LiveWriter({
    leftOut: (count) => (output.json ? jsonLine({ event: 'left_out', count }) : `--- skipped ${count} lines`),
  });
  events.subscribe(({ type, data }) => {
    if (!lines.ready()) return;
    const event = readEvent(type, data);
    const line = event === null ? null : lineOf(event, output);
    if (line !== null) lines.write(line);
  });
}
