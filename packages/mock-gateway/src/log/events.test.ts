import { describe, expect, it, vi } from 'vitest';
import { EventHub, type GatewayEvent } from './events.ts';

const event: GatewayEvent = { type: 'clock', data: {} };

describe('event stream', () => {
  it('an event reaches every listener', () => {
    const events = new EventHub();
    const told: string[] = [];
    const end = events.subscribe(() => told.push('a'));
    events.subscribe(() => told.push('b'));
    events.publish(() => [event]);
    end();
    end();
    events.publish(() => [event]);
    expect(told).toEqual(['a', 'b', 'b']);
  });

  it('events arrive in the order of their emission, unchanged', () => {
    const events = new EventHub();
    const told: unknown[] = [];
    events.subscribe(({ data }) => told.push(data));
    const texts = ['a\0b\uE000\uE001\uE002', '', 'b'].map((text) => ({ text }));
    for (const data of texts) events.publish(() => [{ type: 'order', data }]);
    expect(told).toEqual(texts);
  });

  it('the event stream creates an event only once for all listeners, and only if a listener exists', () => {
    const events = new EventHub();
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
    const events = new EventHub(failed);
    const told: string[] = [];
    events.subscribe(() => {
      told.push('thrower');
      throw new Error('no');
    });
    events.subscribe(() => told.push('next'));
    events.publish(() => [event]);
    events.publish(() => [event]);
    expect(told).toEqual(['thrower', 'next', 'next']);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('the event stream ends when the gateway closes', () => {
    const events = new EventHub();
    const told: string[] = [];
    events.subscribe(() => told.push('one'));
    expect(events.ended.aborted).toBe(false);
    events.end();
    events.publish(() => [event]);
    expect(told).toEqual([]);
    expect(events.ended.aborted).toBe(true);
  });
});
