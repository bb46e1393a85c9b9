import type { Client } from 'pg';
import { pause } from './timers.ts';

/** Somebody who hears. */
export interface Listener {
  /** Letters, digits and `_`. */
  readonly channel: string;
  hear(payload: string): void;
  /** It is listened from now on: whatever was notified before may have been missed. */
  listening(): void;
}

/** A connection that broke is made anew after so many real milliseconds. */
const betweenTries = 250;

/** Listens until it is stopped, over one connection after the other. */
export function listenOn(connect: () => Promise<Client>, { channel, hear, listening }: Listener) {
  let isStopped = false;
  let current: Client | null = null;

  async function listenOnce(): Promise<void> {
    const client = await connect();
    current = client;
    if (isStopped) return void (await client.end());
    const broken = new Promise((resolve) => {
      client.once('error', resolve);
      client.once('end', resolve);
    });
    client.on('notification', ({ payload = '' }) => hear(payload));
    await client.query(`LISTEN ${channel}`);
    listening();
    await broken;
  }

  async function listenOn(): Promise<void> {
    while (!isStopped) {
      await listenOnce().catch(() => undefined);
      if (!isStopped) await pause(betweenTries);
    }
  }

  const ended = listenOn();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await current?.end();
      await ended;
    },
  };
}
