import { hash, randomUUID } from 'node:crypto';
import type { Database } from '../connection/database.ts';

/** Function that receives a notification. An empty string means that notifications may be lost. */
type Hear = (text: string) => void;

/**
 * Notifications between the instances of one schema over one listening connection. A notification can be lost, so every
 * user must also poll.
 */
export class Notices {
  /** Sender id by which this instance recognises its own notifications. */
  readonly id: string = randomUUID();
  /** Name of the channel. Like the name of a schema, it has at most 63 characters. */
  readonly channel: string;
  readonly #hearers = new Map<string, Hear>();
  readonly #listener: { stop(): Promise<void> };

  /** @param failed called if listening fails */
  constructor(database: Database, failed: (error: unknown) => void) {
    this.channel = `inrgate_${hash('md5', database.schema)}`;
    this.#listener = database.listen({
      channel: this.channel,
      hear: (payload) => this.#hear(payload),
      listening: () => {
        for (const hear of this.#hearers.values()) hear('');
      },
      failed,
    });
  }

  /** Sets the listener for a kind of notification, which is one word. The payload is `kind text`. */
  on(kind: string, hear: Hear): void {
    this.#hearers.set(kind, hear);
  }

  async close(): Promise<void> {
    this.#hearers.clear();
    await this.#listener.stop();
  }

  #hear(payload: string): void {
    const [kind = '', ...text] = payload.split(' ');
    this.#hearers.get(kind)?.(text.join(' '));
  }
}
