import { describe, expect, it } from 'vitest';
import { parseFrame } from './events.ts';

describe('a frame of the event stream', () => {
  it('is an event with its data', () => {
    expect(parseFrame('event: order\ndata: {"orderNo":"PI1"}')).toEqual({
      type: 'order',
      data: { orderNo: 'PI1' },
    });
  });

  it.each([': alive', '', 'retry: 5'])('%j tells nothing', (frame) => {
    expect(parseFrame(frame)).toBeNull();
  });
});
