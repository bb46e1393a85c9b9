import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Events, type GatewayEvent } from './events.ts';

const event: GatewayEvent = { type: 'clock', data: {} };

describe('event stream', () => {
  let events: Events;
  beforeEach(() => {
    events = new Events();
  });

  it('an event reaches every listener until the listener is removed', () => {
    const told: string[] = [];
    const end = events.subscribe(() => told.push('a'));
    events.subscribe(() => told.push('b'));
    events.publish(() => [event]);
    end();
    end();
    events.publish(() => [event]);
    expect(told).toEqual(['a', 'b', 'b']);
  });

  it('events arrive in the order of their emission', () => {
    const told: unknown[] = [];
    events.subscribe(({ data }) => told.push(data));
    for (let n = 0; n < 20; n++) events.publish(() => [{ type: 'order', data: { n } }]);
    expect(told).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
  });

  it('the event stream creates an event only once for all listeners, and only if a listener exists', () => {
    const made = vi.fn(() => [event]);
    events.publish(made);
    expect(made).not.toHaveBeenCalled();
    events.subscribe(() => {});
    events.subscribe(() => {});
    events.publish(made);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('the event stream drops a listener that throws without affecting other listeners', () => {
    const failed = vi.fn();
    const told: string[] = [];
    events = new Events(failed);
    events.subscribe(() => {
      told.push('thrower');
      throw new Error('no');
    });
    events.subscribe(() => told.push('next'));
    events.publish(() => [event]);
    events.publish(() => [event]);
    expect(told).toEqual(['thrower', 'next', 'next']);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('no'));
  });

  it('the event stream ends when its gateway closes', () => {
    const told: string[] = [];
    events.subscribe(() => told.push('one'));
    expect(events.ended.aborted).toBe(false);
    events.end();
    events.publish(() => [event]);
    expect(told).toEqual([]);
    expect(events.ended.aborted).toBe(true);
  });
});
