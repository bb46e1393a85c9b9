import { randomUUID } from 'node:crypto';
import { type Waiting as Batched, Batcher } from '../../store/batcher.ts';
import { elapsed, pause, within } from '../../store/real-time.ts';
import { StoreError, storeClosed } from '../../store/store-error.ts';
import type { Database, Limits, OwnConnection, Statement } from '../connection/database.ts';
import {
  asStoreError,
  isAway,
  isForgotten,
  isOverLimit,
  isPassing,
  unavailable,
} from '../connection/errors.ts';
import { withCoalescedCreates } from './coalesced-creates.ts';
import { expecting, outdated } from './expectation.ts';
import { gathered } from './locks.ts';
import type { WriteCommand } from './write-commands.ts';

type Waiting = Batched<WriteCommand<unknown>, unknown>;

/**
 * A group that was sent without a known result, and the last group that was stored before it. Without the stored group,
 * the writer cannot settle the sent group.
 */
interface Lost {
  readonly id: string;
  readonly earlier: string | null;
}

/**
 * Maximum number of commands in a group. Each change is a subtransaction. PostgreSQL caches at most 64 subtransactions
 * in a snapshot (PGPROC_MAX_CACHED_SUBXIDS).
 */
const groupSize = 64;
/** Maximum real milliseconds before a retry after a lock conflict. */
const betweenTries = 100;
/** Real milliseconds between two queries for the outcome of a group while the database is unreachable. */
const betweenSettlings = 250;
/** Real milliseconds before the retry of a blocked reset. Other work continues during this time. */
const betweenResets = 300;
/**
 * Maximum age in real milliseconds of the last stored group when another group is sent. Much less than the time for
 * which ids are kept.
 */
const recent = 600_000;
/** Number of groups after which settled group ids are deleted. */
const groupsBetweenPrunings = 1_000;

/**
 * Writer of an instance: one connection that applies commands in the order of their calls. Commands that arrive while a
 * group runs form the next group. Each group needs one statement, one transaction and one wait for the disk.
 *
 * The writer reports only known results. If a connection breaks before the result, the writer tries to insert the
 * group's id itself. If the id already exists, the group was stored, and the writer reads its results. Otherwise, the
 * inserted id prevents a later commit of the group, and the writer runs the group again under another id.
 */
export class Writer {
  readonly #database: Database;
  readonly #commands = new Batcher<WriteCommand<unknown>, unknown>({
    settle: (group) => this.#settleGroup(group),
    next: groupLength,
  });
  #connection: OwnConnection | null = null;
  /**
   * Groups whose callers received an error because the database was unreachable. The writer settles these groups when
   * the database is reachable again.
   */
  #unsettled: string[] = [];
  /** The last stored group, with the time of its commit by `elapsed`. */
  #stored: { readonly id: string; readonly at: number } | null = null;
  /** Time of the last successful group, or 0 after a failure. */
  #answeredAt = 0;
  #groups = 0;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  add<T>(command: WriteCommand<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(storeClosed(this.#database.name));
    return this.#commands.add(command) as Promise<T>;
  }

  /** Completes the waiting commands and accepts no more commands. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#commands.idle();
    await this.#connection?.end();
    this.#connection = null;
  }

  /** Settles a group. If no other command waits, also settles the groups whose outcome is unknown. */
  async #settleGroup(group: readonly Waiting[]): Promise<void> {
    const held = group.filter(({ item: { expects } }) => expects?.isKnown() ?? true);
    answerOutdated(group.filter((one) => !held.includes(one)));
    if (held.length > 0) await this.#together(held);
    while (this.#commands.waiting === 0 && this.#unsettled.length > 0 && !this.#isClosed) {
      await this.#settleLeft();
    }
  }

  /**
   * Runs the commands of a group together. If one command fails, nothing is stored, and the writer retries each command
   * in a separate group.
   */
  async #together(group: readonly Waiting[], limits = this.#limitsOf(group)): Promise<void> {
    for (;;) {
      try {
        const answers = await this.#store(group, limits);
        this.#answeredAt = elapsed();
        return answers === null ? this.#withoutOutdated(group, limits) : answer(group, answers);
      } catch (error) {
        if (group.length > 1 && !isGone(error)) return this.#eachAlone(group, limits);
        const isReset = group.some(({ item: command }) => isStartOver(command));
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

  /** Runs a group again without the commands whose expectations failed. */
  async #withoutOutdated(group: readonly Waiting[], limits: Limits): Promise<void> {
    answerOutdated(group.filter(({ item: { expects } }) => expects !== undefined));
    const rest = group.filter(({ item: { expects } }) => expects === undefined);
    if (rest.length > 0) await this.#together(rest, limits);
  }

  /**
   * Returns whether less than half of the time has passed. The other half remains for the last attempt, which fails
   * with the cause.
   */
  #mayWait({ end }: Limits): boolean {
    return elapsed() < end - this.#database.answerWithin / 2;
  }

  /** Retries a group later, and runs other groups during the wait. */
  #later(group: readonly Waiting[]): void {
    void pause(betweenResets).then(() => this.#commands.addAgain(group));
  }

  async #eachAlone(group: readonly Waiting[], limits: Limits): Promise<void> {
    for (const one of group) await this.#together([one], limits);
  }

  /** Time limits of a group. They begin at its first call, or at the end of the previous group if this end is later. */
  #limitsOf(group: readonly Waiting[]): Limits {
    const { patience, answerWithin } = this.#database;
    const askedAt = Math.min(...group.map(({ since }) => since));
    // Successful calls of other instances do not extend the time limit of a reset.
    const isReset = group.some(({ item: command }) => isStartOver(command));
    const since = isReset ? askedAt : Math.max(askedAt, this.#answeredAt);
    return { until: since + patience, end: since + answerWithin };
  }

  /**
   * Stores a group. Returns the results when they are on disk. Returns null if expectations fail, so nothing was
   * stored.
   */
  async #store(group: readonly Waiting[], limits: Limits): Promise<readonly unknown[] | null> {
    for (;;) {
      const connection = await this.#connected(limits);
      const id = randomUUID();
      let earlier: string | null = null;
      try {
        earlier = await this.#storedBefore(connection, limits);
        const answers = await this.#ask(connection, this.#statement(id, group), limits);
        if (answers === null) return null;
        this.#stored = { id, at: elapsed() };
        this.#prune();
        return answers;
      } catch (error) {
        if (isOverLimit(error)) return null;
        if (!isAway(error)) throw error;
        this.#drop(connection);
        // In this case, the group was not sent.
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
    const commands = group.map(({ item: command }) => command);
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
    const { run, values } = expecting(
      schema,
      commands.flatMap(({ expects }) => expects ?? []),
    );
    return {
      text: `SELECT ${run} AS answers`,
      values: [id, { json: locks }, { json }, hasChanges, ...values],
    };
  }

  /**
   * Returns the results of the group, or null if it was not stored and can no longer be stored.
   *
   * @throws {StoreError} `store_unavailable` if the outcome is still unknown, or can no longer be determined
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
   * Returns the id of a recently stored group. If there is none, stores an empty group. If the database has deleted
   * this id after an hour, it may also have deleted the next group's id. A suspended machine does not notice this hour.
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

  /**
   * Returns the writer's connection. Before it returns a new connection, settles the open groups of the previous
   * connection.
   */
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

/** Number of commands in the next group. A reset is a separate group. */
function groupLength(waiting: readonly Waiting[]): number {
  const alone = waiting.findIndex(({ item: command }) => isStartOver(command));
  return Math.min(alone === -1 ? groupSize : Math.max(alone, 1), groupSize);
}

function isGone(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'store_unavailable';
}

function isStartOver({ json }: WriteCommand<unknown>): boolean {
  return json.do === 'start_over';
}

function answerOutdated(group: readonly Waiting[]): void {
  answer(
    group,
    group.map(() => outdated),
  );
}

function answer(group: readonly Waiting[], answers: readonly unknown[]): void {
  for (const [at, { item: command, resolve, reject }] of group.entries()) {
    try {
      resolve(command.read(answers[at]));
    } catch (error) {
      reject(error);
    }
  }
}
