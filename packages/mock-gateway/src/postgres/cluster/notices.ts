import { hash, randomUUID } from 'node:crypto';
import type { Database } from '../connection/database.ts';

/** Hears what was said; an empty text: something may have been missed. */
type Hear = (text: string) => void;

/**
 * What gateways of one schema call out to each other, over one connection that listens. It may get lost: whoever depends on
 * it looks from time to time, too.
 */
export class Notices {
  /** Whose calls are this gateway's own. */
  readonly id: string = randomUUID();
  /** A name is never longer than 63 characters, and a schema's may be. */
  readonly channel: string;
  readonly #hearers = new Map<string, Hear>();
  readonly #listener: { stop(): Promise<void> };

  /** @param failed hears that nobody can listen */
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

  /** One who hears for each kind, a word. What is called out is `kind text`. */
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
