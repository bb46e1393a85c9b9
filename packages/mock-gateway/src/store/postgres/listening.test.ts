import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { leave, listenOn } from './listening.ts';

/** A connection that is made, over which nobody may listen: that of a standby, for one. */
function refusing() {
  const end = vi.fn(async () => undefined);
  const query = async () => {
    throw new Error('cannot execute LISTEN during recovery');
  };
  return Object.assign(new EventEmitter(), { query, end });
}

it('a connection over which nobody may listen is ended before the next is made', async () => {
  const made: ReturnType<typeof refusing>[] = [];
  const open = () => made.filter(({ end }) => end.mock.calls.length === 0).length;
  const left = Promise.withResolvers<number>();
  const connect = async () => {
    if (made.length > 0) left.resolve(open());
    const client = refusing();
    made.push(client);
    return client as unknown as Client;
  };
  const listening = listenOn(connect, { channel: 'told', hear: vi.fn(), listening: vi.fn() });
  expect(await left.promise).toBe(0);
  await listening.stop();
  expect(open()).toBe(0);
});

it('a server that is silent is not waited for when it is left', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silent = { end: () => promise, connection: { stream: { destroy: resolve } } };
  await leave(silent as unknown as Client);
  expect(await promise).toBeUndefined();
});
