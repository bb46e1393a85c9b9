import { describe, expect, it } from 'vitest';
import { EventHub, type GatewayEvent } from './events.ts';

const event: GatewayEvent = { type: 'clock', data: {} };

describe('the event hub [contract:control.events]', () => {
  it('tells everybody who listens, until they end it', () => {
    const hub = new EventHub();
    const told: string[] = [];
    const end = hub.subscribe(() => told.push('a'));
    hub.subscribe(() => told.push('b'));
    hub.emit(event);
    end();
    end();
    hub.emit(event);
    expect(told).toEqual(['a', 'b', 'b']);
    expect(hub.hasListeners).toBe(true);
  });

  it('drops a listener that throws', () => {
    const hub = new EventHub();
    hub.subscribe(() => {
      throw new Error('no');
    });
    hub.emit(event);
    expect(hub.hasListeners).toBe(false);
  });

  it('says when there is nothing more to tell', () => {
    const hub = new EventHub();
    const told: string[] = [];
    hub.subscribe(() => told.push('late'));
    expect(hub.ended.aborted).toBe(false);
    hub.end();
    hub.emit(event);
    expect(told).toEqual([]);
    expect(hub.ended.aborted).toBe(true);
    expect(hub.hasListeners).toBe(false);
  });
});
