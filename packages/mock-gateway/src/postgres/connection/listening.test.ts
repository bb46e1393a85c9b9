import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { leave, listenOn } from './listening.ts';

/** A connection that rejects LISTEN, like a connection to a standby. */
function rejecting() {
  const end = vi.fn(async () => undefined);
  const query = async () => {
    throw new Error('cannot execute LISTEN during recovery');
  };
  return Object.assign(new EventEmitter(), { query, end });
}

const silent = { channel: 'told', hear: vi.fn(), listening: vi.fn(), failed: vi.fn() };

it('the gateway closes a connection that allows no LISTEN before it opens the next connection', async () => {
  const made: ReturnType<typeof rejecting>[] = [];
  const open = () => made.filter(({ end }) => end.mock.calls.length === 0).length;
  const left = Promise.withResolvers<number>();
  const connect = async () => {
    if (made.length > 0) left.resolve(open());
    const client = rejecting();
    made.push(client);
    return client as unknown as Client;
  };
  const listening = listenOn(connect, { ...silent, patience: 60_000 });
  expect(await left.promise).toBe(0);
  await listening.stop();
  expect(open()).toBe(0);
});

it('the gateway reports a connection without LISTEN once, and again only after a success', async () => {
  const heard = Object.assign(new EventEmitter(), { query: async () => [], end: async () => undefined });
  const enough = Promise.withResolvers<void>();
  const failed = vi.fn();
  let tries = 0;
  const connect = async () => {
    tries += 1;
    if (tries === 3) return heard as unknown as Client;
    if (tries === 6) enough.resolve();
    throw new Error(`try ${tries}`);
  };
  const options = { ...silent, listening: () => void heard.emit('end'), failed, patience: 0 };
  const listening = listenOn(connect, options);
  await enough.promise;
  await listening.stop();
  expect(failed.mock.calls).toEqual([[new Error('try 1')], [new Error('try 4')]]);
});

it('closing a connection never waits for a silent server', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const mute = { end: () => promise, connection: { stream: { destroy: resolve } } };
  await leave(mute as unknown as Client);
  expect(await promise).toBeUndefined();
});
