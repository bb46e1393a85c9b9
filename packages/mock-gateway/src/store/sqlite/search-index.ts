import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import type { Sequenced } from '../pages.ts';
import { pause } from '../real-time.ts';
import type { Db } from './database.ts';
import type { Search } from './paging.ts';
import { nothing, type Reached, type Reads, readsOf, type Source, sources } from './search-sources.ts';
import { openTrigrams, type SearchedTable, type TrigramFile, trigramsOf } from './trigram-file.ts';

/**
 * Number of orders and moves missing in the index above which the index is filled. Below it, a search reads the missing
 * rows one by one.
 */
const unindexed = 10_000;
/** Pause of the index while the event loop is busy, as a multiple of the CPU time of one turn. */
const share = 10;
/**
 * Number of candidates that a search reads at a time. After this number, the search reads the remaining orders one by
 * one.
 */
const chunk = 100;
const mostCandidates = 2_000;

const last = z.object({ seq: z.int(), identity: z.string() });
/** Content of the index, and the database's `schema_version`, which each reset and restore changes. */
const progress = z.object({
  schema: z.int(),
  reached: z.object({ moves: last, deposits: last, payouts: last, transactions: last }),
});
type Progress = z.infer<typeof progress>;

/** Parses the progress from its JSON. Returns null for a new file, or for a file that another program changed. */
function progressFrom(json = 'null'): Progress | null {
  try {
    return progress.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * An index of trigrams for the text searches of a database file, in a separate file next to it. The first search that
 * must read many orders creates the index, so small databases have none. In idle time, the gateway adds new orders and,
 * from the moves, changed orders. Earlier versions of the gateway ignore the index. The index only selects candidates,
 * which the search compares. The index may therefore contain former strings, but must not lack a string. The gateway
 * rebuilds the index after a reset or restore, or if the database lacks the index's last rows. After an error, for
 * example a full disk, searches read all orders.
 */
export class SearchIndex {
  readonly #database: string;
  readonly #file: string;
  readonly #mostUnindexed: number;
  readonly #reads: Reads;
  #index: TrigramFile | undefined;
  #schema: number | undefined;
  /** State of the index, or null if no index matches the current content of the database. */
  #reached: Reached | null = null;
  /** True while the gateway adds rows to the index. */
  isFed = false;
  #hasEnded = false;

  /** @param mostUnindexed only tests change the default */
  constructor(db: Db, mostUnindexed = unindexed) {
    this.#database = db.name;
    this.#file = `${db.name}.search`;
    this.#mostUnindexed = mostUnindexed;
    this.#reads = readsOf(db);
  }

  /** Returns the same page as a search that reads every order. Returns null if the search must read every order. */
  find<Row extends Sequenced>(table: SearchedTable, search: Search<Row>): readonly Row[] | null {
    const trigrams = trigramsOf(search.text);
    return trigrams === null ? null : this.#guarded(() => this.#search(table, trigrams, search));
  }

  close(): void {
    this.#hasEnded = true;
    this.#index?.close();
  }

  #search<Row extends Sequenced>(
    table: SearchedTable,
    trigrams: string,
    { before, limit, read }: Search<Row>,
  ): readonly Row[] | null {
    this.#synchronize();
    const lacks = this.#lacks();
    if (lacks.moves + lacks.deposits + lacks.payouts > this.#mostUnindexed) void this.#feed();
    const upTo = this.#reached?.[table].seq ?? 0;
    if (this.#index === undefined || upTo === 0 || lacks.moves > this.#mostUnindexed) return null;
    const rows = [...read({ above: upTo, before, limit })];
    const below = Math.min(before, upTo + 1);
    const changed = this.#reads.changedBelow[table].all(this.#reached?.moves.seq ?? 0, below);
    const candidates = merged(this.#index.below(below, table, trigrams), changed);
    let count = 0;
    for (const among of chunks(candidates)) {
      if (rows.length >= limit) break;
      rows.push(...read({ among, before, limit: limit - rows.length }));
      count += among.length;
      if (count < mostCandidates || rows.length >= limit) continue;
      rows.push(...read({ before: among.at(-1) ?? 0, limit: limit - rows.length }));
      break;
    }
    return rows;
  }

  /** Opens an existing index. Deletes an index that does not match the database. */
  #synchronize(): void {
    const schema = this.#reads.schema();
    if (schema === this.#schema) return;
    this.#schema = schema;
    this.#reached = null;
    if (this.#index === undefined && existsSync(this.#file)) this.#open();
    const stored = progressFrom(this.#index?.progress);
    if (stored?.schema === schema && this.#reads.have(stored.reached)) {
      this.#reached = stored.reached;
    } else {
      this.#index?.remove();
      this.#index = undefined;
    }
  }

  #open(): TrigramFile | undefined {
    this.#index = openTrigrams(this.#file, this.#database) ?? undefined;
    if (this.#index === undefined) this.close();
    return this.#index;
  }

  #lacks(): Readonly<Record<Source, number>> {
    const lack = (source: Source) => this.#reads.last(source).seq - (this.#reached?.[source].seq ?? 0);
    return { moves: lack('moves'), deposits: lack('deposits'), payouts: lack('payouts') };
  }

  async #feed(): Promise<void> {
    if (this.isFed) return;
    this.isFed = true;
    let ms = 0;
    do {
      const before = performance.eventLoopUtilization();
      await pause(ms);
      const { utilization } = performance.eventLoopUtilization(before);
      const spent = process.cpuUsage();
      this.isFed = this.#guarded(() => this.#step()) ?? false;
      const { user, system } = process.cpuUsage(spent);
      ms = ((user + system) / 1_000) * (1 + share * utilization);
    } while (this.isFed);
  }

  /** Adds some rows. Returns false if no rows are left. */
  #step(): boolean {
    this.#synchronize();
    const index = this.#index ?? this.#open();
    if (index === undefined) return false;
    // A new index needs no earlier moves, because the rows already contain their results.
    this.#reached ??= { ...nothing, moves: this.#reads.last('moves') };
    const reached = this.#reached;
    const source = sources.find((each) => this.#reads.last(each).seq > reached[each].seq);
    if (source === undefined) return false;
    const { rows, last } = this.#reads.next(source, reached);
    this.#reached = { ...reached, [source]: last, transactions: this.#reads.last('transactions') };
    const progress: Progress = { schema: this.#schema ?? 0, reached: this.#reached };
    index.add(rows, JSON.stringify(progress));
    return true;
  }

  /**
   * Runs a part of the work. After an error of SQLite, the index is no longer used. A damaged index, or an index on a
   * full disk, is deleted.
   */
  #guarded<T>(work: () => T): T | null {
    if (this.#hasEnded) return null;
    try {
      return work();
    } catch (error) {
      // Only errors of SQLite and of the system have codes.
      if (!(error instanceof Error && 'code' in error)) throw error;
      this.close();
      // Delete the index, because the next order needs the last bytes of a full disk.
      if (/^SQLITE_(CORRUPT|FULL)/.test(String(error.code))) this.#index?.remove();
      return null;
    }
  }
}

/** Merges both sequences, largest number first, without repetitions. */
function* merged(found: Iterable<number>, changed: readonly number[]): Iterable<number> {
  let next = 0;
  for (const seq of found) {
    for (; (changed[next] ?? 0) > seq; next++) yield changed[next] ?? 0;
    if (changed[next] !== seq) yield seq;
  }
  yield* changed.slice(next);
}

function* chunks(numbers: Iterable<number>): Iterable<readonly number[]> {
  let among: number[] = [];
  for (const number of numbers) {
    among.push(number);
    if (among.length < chunk) continue;
    yield among;
    among = [];
  }
  if (among.length > 0) yield among;
}
