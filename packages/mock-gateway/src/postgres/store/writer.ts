import { randomUUID } from 'node:crypto';
import { StoreError } from '../../store/store-error.ts';
import type { Database, Limits, OwnConnection, Statement } from '../connection/database.ts';
import {
  asStoreError,
  isAway,
  isForgotten,
  isPassing,
  storeClosed,
  unavailable,
} from '../connection/errors.ts';
import { elapsed, endOfTurn, pause, within } from '../connection/timers.ts';
import { withCoalescedCreates } from './coalesced-creates.ts';
import { gathered } from './locks.ts';
import type { WriteCommand } from './write-commands.ts';

interface Waiting {
  readonly command: WriteCommand<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly askedAt: number;
}

/** A group that was sent, and one of before that was stored; null where it only has to be abandoned. */
interface Lost {
  readonly id: string;
  readonly earlier: string | null;
}

/**
 * Of so many commands a group has, at most: each change is a subtransaction, and beyond 64 whoever takes a snapshot has to look
 * them up elsewhere (PGPROC_MAX_CACHED_SUBXIDS).
 */
const groupSize = 64;
/** What is in another's way is tried anew after so many real milliseconds at most. */
const betweenTries = 100;
/** A database that is away is asked what became of a group after so many real milliseconds each. */
const betweenSettlings = 250;
/** A reset that others hold up is tried anew after so many real milliseconds, in which everything else goes on. */
const betweenResets = 300;
/** A group is sent only while one before it was stored at most so many real milliseconds ago: much less than ids are kept. */
const recent = 600_000;
/** After so many groups those of which nobody can ask any more are forgotten. */
const groupsBetweenPrunings = 1_000;

/**
 * The writer of a gateway: one connection, over which everything takes effect in the order in which it was asked for. What
 * is asked for while a group is under way is the next group: one statement, one transaction, one wait for the disk.
 *
 * Nobody is told of an outcome that is not known. When a connection breaks before it has answered, the group's id is put
 * where the group itself would have put it: either it is there already, with the answers, or the group can never be stored
 * any more and is run again under another id.
 */
export class Writer {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #connection: OwnConnection | null = null;
  /** Groups whose askers were told that the database is away; what became of them is settled when it is back. */
  #unsettled: string[] = [];
  /** A group that is known to have been stored, and when, as `elapsed` tells. */
  #stored: { readonly id: string; readonly at: number } | null = null;
  /** When the last group was answered; 0 when it has failed. */
  #answeredAt = 0;
  #groups = 0;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  add<T>(command: WriteCommand<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(storeClosed(this.#database.name));
    return new Promise<T>((resolve, reject) => {
      const answer = (value: unknown) => resolve(value as T);
      this.#waiting.push({ command, resolve: answer, reject, askedAt: elapsed() });
      this.#running ??= this.#run();
    });
  }

  /** Does what was asked for before, and then no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#connection?.end();
    this.#connection = null;
  }

  async #run(): Promise<void> {
    await endOfTurn();
    while (this.#waiting.length > 0 || (this.#unsettled.length > 0 && !this.#isClosed)) {
      const group = this.#next();
      if (group.length > 0) await this.#together(group);
      else await this.#settleLeft();
    }
    this.#running = null;
  }

  /** A start over is by itself. */
  #next(): readonly Waiting[] {
    const alone = this.#waiting.findIndex(({ command }) => isStartOver(command));
    const end = alone === -1 ? groupSize : Math.max(alone, 1);
    return this.#waiting.splice(0, Math.min(end, groupSize));
  }

  /** Where one of them brings trouble nothing was stored, and each is tried by itself. */
  async #together(group: readonly Waiting[], limits = this.#limitsOf(group)): Promise<void> {
    for (;;) {
      try {
        const answers = await this.#store(group, limits);
        this.#answeredAt = elapsed();
        return answer(group, answers);
      } catch (error) {
        if (group.length > 1 && !isGone(error)) return this.#eachAlone(group, limits);
        const isReset = group.some(({ command }) => isStartOver(command));
        if (isReset && isPassing(error) && this.#mayWait(limits)) return this.#later(group);
        if (isReset || !isPassing(error) || elapsed() >= limits.end) {
          this.#answeredAt = 0;
          for (const { reject } of group) reject(asStoreError(error, this.#database.name));
          return;
        }
        await pause(Math.random() * betweenTries);
      }
    }
  }

  /** Half of the time: the last try has the other half, so that it says what it was held up by. */
  #mayWait({ end }: Limits): boolean {
    return elapsed() < end - this.#database.answerWithin / 2;
  }

  /** Others go on meanwhile. */
  #later(group: readonly Waiting[]): void {
    void pause(betweenResets).then(() => {
      this.#waiting.push(...group);
      this.#running ??= this.#run();
    });
  }

  async #eachAlone(group: readonly Waiting[], limits: Limits): Promise<void> {
    for (const one of group) await this.#together([one], limits);
  }

  /** All waiting is counted from when the first of them was asked for, or from when those before them were answered. */
  #limitsOf(group: readonly Waiting[]): Limits {
    const { patience, answerWithin } = this.#database;
    const askedAt = Math.min(...group.map((waiting) => waiting.askedAt));
    // A reset does not wait on because others are answered.
    const isReset = group.some(({ command }) => isStartOver(command));
    const since = isReset ? askedAt : Math.max(askedAt, this.#answeredAt);
    return { until: since + patience, end: since + answerWithin };
  }

  /** The answers, once they are on disk. */
  async #store(group: readonly Waiting[], limits: Limits): Promise<readonly unknown[]> {
    for (;;) {
      const connection = await this.#connected(limits);
      const id = randomUUID();
      let earlier: string | null = null;
      try {
        earlier = await this.#storedBefore(connection, limits);
        const answers = await this.#ask(connection, this.#statement(id, group), limits);
        this.#stored = { id, at: elapsed() };
        this.#prune();
        return answers ?? [];
      } catch (error) {
        if (!isAway(error)) throw error;
        this.#drop(connection);
        // It was not even sent.
        if (earlier === null) continue;
        const until = Math.max(limits.until, elapsed() + this.#database.patience);
        const answers = await this.#settle(
          { id, earlier },
          { until: Math.min(until, limits.end), end: limits.end },
        );
        if (answers !== null) return answers;
      }
    }
  }

  #statement(id: string, group: readonly Waiting[]): Statement {
    const { schema } = this.#database;
    const commands = group.map(({ command }) => command);
    const alone = commands.find(isStartOver);
    if (alone !== undefined) {
      const { era, writes } = alone.json;
      return {
        text: `SELECT ${schema}.start_over($1, $2, $3) AS answers`,
        values: [id, Number(era), { json: writes }],
      };
    }
    const locks = gathered(commands.flatMap((command) => command.locks));
    const json = withCoalescedCreates(commands.map((command) => command.json));
    const hasChanges = json.some((command) => command.do === 'change');
    const text = `SELECT ${schema}.run($1, $2, $3, $4) AS answers`;
    return { text, values: [id, { json: locks }, { json }, hasChanges] };
  }

  /**
   * The group's answers, or null when it was not stored and never can be.
   *
   * @throws {StoreError} `store_unavailable` when that cannot be known yet, or not any more
   */
  async #settle(lost: Lost, limits: Limits): Promise<readonly unknown[] | null> {
    for (;;) {
      try {
        return await this.#outcome(await this.#connected(limits), lost, limits);
      } catch (error) {
        if (isForgotten(error)) throw asStoreError(error, this.#database.name);
        if ((isAway(error) || isPassing(error)) && elapsed() < limits.until) continue;
        this.#unsettled.push(lost.id);
        throw unavailable(this.#database.name, error);
      }
    }
  }

  /**
   * A group that was stored a short while ago. Whoever forgets its id, because an hour has passed at the database, may forget
   * that of the next group too: a machine may be suspended at any moment, without a clock of its own that tells.
   */
  async #storedBefore(connection: OwnConnection, limits: Limits): Promise<string> {
    if (this.#stored !== null && elapsed() - this.#stored.at < recent) return this.#stored.id;
    const id = randomUUID();
    await this.#ask(connection, this.#statement(id, []), limits);
    this.#stored = { id, at: elapsed() };
    return id;
  }

  async #outcome(
    connection: OwnConnection,
    { id, earlier }: Lost,
    limits: Limits,
  ): Promise<readonly unknown[] | null> {
    const text = `SELECT ${this.#database.schema}.settle($1, $2) AS answers`;
    try {
      return await this.#ask(connection, { text, values: [id, earlier] }, limits);
    } catch (error) {
      if (isAway(error)) this.#drop(connection);
      throw error;
    }
  }

  async #ask(
    connection: OwnConnection,
    statement: Statement,
    { end }: Limits,
  ): Promise<readonly unknown[] | null> {
    const left = Math.min(this.#database.silentAfter, end - elapsed());
    const sent = connection.query<{ readonly answers: readonly unknown[] | null }>(statement);
    const [row] = await within(left, sent, () => connection.destroy());
    return row?.answers ?? null;
  }

  /** The writer's connection; before a new one is used, what the one before has left open is settled. */
  async #connected(limits: Limits): Promise<OwnConnection> {
    if (elapsed() >= limits.end) throw unavailable(this.#database.name);
    if (this.#connection !== null) return this.#connection;
    const connection = await this.#database.connect(() => this.#drop(connection), limits);
    try {
      for (const id of this.#unsettled) {
        await this.#outcome(connection, { id, earlier: null }, limits);
        this.#unsettled = this.#unsettled.filter((open) => open !== id);
      }
    } catch (error) {
      connection.destroy();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  #drop(connection: OwnConnection): void {
    connection.destroy();
    if (this.#connection === connection) this.#connection = null;
  }

  async #settleLeft(): Promise<void> {
    try {
      const now = elapsed();
      await this.#connected({ until: now, end: now + this.#database.patience });
    } catch {
      await pause(betweenSettlings);
    }
  }

  #prune(): void {
    this.#groups += 1;
    if (this.#groups % groupsBetweenPrunings !== 1) return;
    const text = `DELETE FROM ${this.#database.schema}.groups WHERE at < now() - interval '1 hour'`;
    this.#database.write({ text }).catch(() => undefined);
  }
}

/** What is told where it is not known what became of it, or nobody could be asked. */
function isGone(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'store_unavailable';
}

function isStartOver({ json }: WriteCommand<unknown>): boolean {
  return json.do === 'start_over';
}

function answer(group: readonly Waiting[], answers: readonly unknown[]): void {
  for (const [at, { command, resolve, reject }] of group.entries()) {
    try {
      resolve(command.read(answers[at]));
    } catch (error) {
      reject(error);
    }
  }
}
