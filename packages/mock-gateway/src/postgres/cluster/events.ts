import {
  type EventListener,
  EventListeners,
  type Events,
  type GatewayEvent,
} from '../../observability/events.ts';
import { every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import { Groups } from './groups.ts';
import type { Notices } from './notices.ts';

export interface SharedEventsOptions {
  readonly notices: Notices;
  /** Returns true if any instance may have a listener. If it returns false, events are not written. */
  readonly isWatched: () => boolean;
  /** Function that receives the error of a listener of this instance. */
  readonly failed: (error: unknown) => void;
  /** Real milliseconds after which an instance without a notification reads the events. */
  readonly lookEvery?: number;
}

interface Row {
  readonly number: bigint;
  /** The event as JSON, or null if this instance published it. */
  readonly event: string | null;
}

/** Real milliseconds after a report during which an instance counts as listening. */
const leaseMs = 10_000;
/** Real milliseconds for which events are stored. */
const keepMs = 60_000;

/**
 * Events of one instance. A listener receives events of this instance immediately, and events of other instances in
 * order.
 */
export class SharedEvents implements Events {
  readonly #database: Database;
  readonly #options: SharedEventsOptions;
  readonly #listeners: EventListeners;
  readonly #ended = new AbortController();
  readonly #published = new Groups((events: readonly string[]) => this.#write(events));
  readonly #looks = new Groups((asked: readonly null[]) => this.#look().then(() => asked));
  readonly #said = new Groups((asked: readonly boolean[]) =>
    this.#say(asked.at(-1) === true).then(() => asked),
  );
  /** Position of the last known event, or null if no listener exists. */
  #position: bigint | null = null;
  /** State while a listener exists. `known` resolves when every instance has been informed of the listener. */
  #watching: { readonly end: () => void; known: Promise<unknown> } | null = null;

  constructor(database: Database, options: SharedEventsOptions) {
    this.#database = database;
    this.#options = options;
    this.#listeners = new EventListeners(options.failed);
    options.notices.on('event', (sender) => {
      if (sender !== options.notices.id) this.#lookSoon();
    });
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  publish(events: () => Iterable<GatewayEvent>): void {
    const isWatched = this.#options.isWatched();
    if (!isWatched && !this.#listeners.areThere) return;
    for (const event of events()) {
      this.#listeners.tell(event);
      if (isWatched) this.#published.ask(JSON.stringify(event)).catch(() => {});
    }
  }

  subscribe(listener: EventListener): () => void {
    const end = this.#listeners.add(listener);
    if (!this.#ended.signal.aborted) this.#watching ??= this.#watch();
    return () => {
      end();
      if (!this.#listeners.areThere) this.#watchNoMore();
    };
  }

  async reached(): Promise<void> {
    await this.#watching?.known;
  }

  end(): void {
    this.#ended.abort();
    this.#listeners.clear();
    this.#watchNoMore();
  }

  async idle(): Promise<void> {
    await Promise.all([this.#published.idle(), this.#said.idle(), this.#looks.idle()]);
  }

  #watch() {
    const tell = () => this.#said.ask(true).catch(() => {});
    const end = every(this.#options.lookEvery ?? 1_000, () => {
      if (this.#watching !== null) this.#watching.known = tell();
    });
    return { end, known: tell() };
  }

  #watchNoMore(): void {
    if (this.#watching === null) return;
    this.#watching.end();
    this.#watching = null;
    this.#position = null;
    this.#said.ask(false).catch(() => {});
  }

  /** Reports whether a listener exists. The first listener makes this instance receive events. */
  async #say(isWatched: boolean): Promise<void> {
    const { schema } = this.#database;
    const { id } = this.#options.notices;
    if (!isWatched) {
      await this.#database.write({ text: `DELETE FROM ${schema}.watchers WHERE id = $1`, values: [id] });
      return;
    }
    const text = `SELECT number FROM ${schema}.begin_to_watch($1, $2)`;
    const [last] = await this.#database.write<{ readonly number: bigint }>({ text, values: [id, leaseMs] });
    if (this.#watching === null) return;
    this.#position ??= last?.number ?? 0n;
    this.#lookSoon();
  }

  #lookSoon(): void {
    this.#looks.ask(null).catch(() => {});
  }

  async #look(): Promise<void> {
    if (this.#position === null) return;
    const text = `SELECT number, CASE WHEN sender = $2 THEN NULL ELSE event END AS event
      FROM ${this.#database.schema}.events WHERE number > $1 ORDER BY number`;
    const values = [this.#position, this.#options.notices.id];
    for (const { number, event } of await this.#database.read<Row>({ text, values })) {
      if (this.#position === null) return;
      this.#position = number;
      if (event !== null) this.#listeners.tell(JSON.parse(event));
    }
  }

  async #write(events: readonly string[]): Promise<readonly string[]> {
    const { id, channel } = this.#options.notices;
    const text = `SELECT ${this.#database.schema}.publish_events($1, $2, $3, $4, $5)`;
    await this.#database.write({ text, values: [id, events, keepMs, channel, `event ${id}`] });
    return events;
  }
}
