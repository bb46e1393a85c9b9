import { hash, randomUUID } from 'node:crypto';
import type { Database } from '../connection/database.ts';

/** Receives a notification. An empty string means that notifications may have been missed. */
type Hear = (text: string) => void;

/**
 * Notifications between the instances of one schema over one listening connection. Notifications can get lost, so every
 * user must also poll.
 */
export class Notices {
  /** Sender id of this instance's own notifications. */
  readonly id: string = randomUUID();
  /** Name of the channel. Its length is limited to 63 characters, like the name of a schema. */
  readonly channel: string;
  readonly #hearers = new Map<string, Hear>();
  readonly #listener: { stop(): Promise<void> };

  /** @param failed called when listening fails */
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

  /** Sets the listener of a kind, which is one word. The payload is `kind text`. */
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
