import type { Merchant } from '../../domain/merchant.ts';
import type { MerchantKeys } from '../../observability/trace.ts';
import { elapsed } from '../../store/real-time.ts';
import { fromMerchantRow, type MerchantRow } from '../../store/rows/merchant-rows.ts';
import type { StoredClock, Versioned } from '../../store/store.ts';
import { isAway } from '../../store/store-error.ts';
import type { Database, Statement } from '../connection/database.ts';
import type { InJson } from '../store/journal-json.ts';

/** State of the other instances that an instance must know before it responds. */
export interface ClusterSnapshot {
  /** Number of resets. */
  readonly generation: number;
  readonly merchantsVersion: number;
  /** Version of the settings, or 0 without a generation. */
  readonly settingsVersion: number;
  readonly clock: Versioned<StoredClock> | null;
  /** Instant in epoch milliseconds at which another instance holds the clock, or null. */
  readonly standsAt: number | null;
  /** True if the clocks of the other instances follow this instance's steps. */
  readonly isStepping: boolean;
  /** True if a fault is active. */
  readonly hasFaults: boolean;
  /** End of the last lock of an IP address in epoch milliseconds, or 0. */
  readonly lockedUntil: number;
  /** True if any instance has an event listener. */
  readonly isWatched: boolean;
  /** True if another instance is running. */
  readonly hasOthers: boolean;
  /** All fields except `isStepping` in one string, by `present_state` (`schema/lock-ends.ts`). */
  readonly state: string;
}

export interface ClusterUpdate {
  readonly known: ClusterSnapshot;
  /** Keys that are new since the previous snapshot. After a reset, all keys. */
  readonly keys: readonly MerchantKeys[];
  /** Merchants that were written since the previous snapshot. After a reset, all merchants. */
  readonly merchants: readonly Merchant[];
  /** Database time of the read in epoch milliseconds, estimated by this instance. */
  readonly databaseTime: number;
  /** Maximum error of the estimate: half of the round trip in real milliseconds. */
  readonly uncertainty: number;
}

interface Row {
  readonly state: string;
  readonly clock_offset: bigint | null;
  readonly frozen_at: bigint | null;
  readonly is_stepping: boolean;
  readonly keys: readonly (readonly [mchKey: string, mchSecret: string])[] | null;
  readonly merchants: readonly MerchantJson[] | null;
  readonly now: bigint;
}

/** Names of the limits, identical to PostgreSQL's columns. */
const limits = ['payin_min', 'payin_max', 'payout_min', 'payout_max', 'payout_daily'] as const;
type MerchantJson = InJson<MerchantRow, (typeof limits)[number]>;

export interface ClusterPollerOptions {
  readonly database: Database;
  /** Owner of this instance's clock steps. The poller ignores steps of this owner. */
  readonly owner: string;
  /** Function that receives the changes in the order in which the poller read them. */
  readonly update: (update: ClusterUpdate) => void;
}

/**
 * Reads the changes of other instances in one round trip. A caller during a read waits for the next read, because that
 * read includes every change before the call.
 */
export class ClusterPoller {
  readonly #options: ClusterPollerOptions;
  readonly #text: string;
  #known: ClusterSnapshot | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;
  #isReached = true;
  /** Start time of the read in progress by `elapsed`, or null. */
  #askedAt: number | null = null;

  constructor(options: ClusterPollerOptions) {
    this.#options = options;
    this.#text = statement(options);
  }

  /** True if the database responded to the last read and the current silence is shorter than the timeout. */
  get isReached(): boolean {
    const isSilent = this.#askedAt !== null && elapsed() - this.#askedAt > this.#options.database.patience;
    return this.#isReached && !isSilent;
  }

  synchronize(): Promise<void> {
    this.#next ??= this.#readNext(elapsed());
    return this.#next;
  }

  /**
   * @param since start of the timeout for an unreachable database. The timeout includes the wait for the read in
   * progress
   */
  async #readNext(since: number): Promise<void> {
    await this.#last.catch(() => {});
    const read = this.#read(since);
    this.#last = read;
    this.#next = null;
    return read;
  }

  async #read(since: number): Promise<void> {
    const started = performance.now();
    const [row] = await this.#ask(since);
    if (row === undefined) throw new Error('the database has no gateway row');
    const known = knownFrom(row);
    const { keys, merchants } = row;
    const uncertainty = (performance.now() - started) / 2;
    this.#known = known;
    this.#options.update({
      known,
      keys: (keys ?? []).map(([mchKey, mchSecret]) => ({ mchKey, mchSecret })),
      merchants: (merchants ?? []).map(merchantFrom),
      databaseTime: Number(row.now) + uncertainty,
      uncertainty,
    });
  }

  async #ask(since: number): Promise<readonly Row[]> {
    const { database, owner } = this.#options;
    const { generation = 0, merchantsVersion = 0 } = this.#known ?? {};
    const asked: Statement = { text: this.#text, values: [generation, merchantsVersion, owner] };
    this.#askedAt = elapsed();
    try {
      const rows = await database.read<Row>(asked, { since });
      this.#isReached = true;
      return rows;
    } catch (error) {
      if (isAway(error)) this.#isReached = false;
      throw error;
    } finally {
      this.#askedAt = null;
    }
  }
}

/**
 * `$1` is the known generation, `$2` the known version of the merchants, and `$3` the owner of clock steps to ignore.
 */
function statement({ database: { schema } }: ClusterPollerOptions): string {
  // If a merchant was written after the previous read, its keys are among the new keys.
  const changed = `SELECT k.mch_key, k.mch_secret FROM ${schema}.keys k
    WHERE k.version > CASE WHEN g.era = $1 THEN $2 ELSE 0 END`;
  const isChanged = 'g.era <> $1 OR g.merchants_version <> $2';
  const amounts = limits.map((name) => `'${name}', m.${name}::text`).join(', ');
  // PostgreSQL never analyzes tables of one row, so the planner assumes thousands of rows in each. At that cost, the
  // server would compile the statement each time (jit_above_cost), which takes a second.
  const only = (table: string) => `(SELECT * FROM ${schema}.${table} LIMIT 1)`;
  return `
    SELECT ${schema}.present_state($3) AS state, c."offset" AS clock_offset, c.frozen_at,
      EXISTS (SELECT FROM ${schema}.standing WHERE until > clock_timestamp() AND owner = $3) AS is_stepping,
      CASE WHEN ${isChanged} THEN (
        SELECT json_agg(json_build_array(c.mch_key, c.mch_secret)) FROM (${changed}) c) END AS keys,
      CASE WHEN ${isChanged} THEN (
        SELECT json_agg(to_jsonb(m) || jsonb_build_object(${amounts})) FROM ${schema}.merchants m
        WHERE m.mch_key IN (SELECT c.mch_key FROM (${changed}) c)) END AS merchants,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
    FROM ${only('gateway')} g LEFT JOIN ${only('clock')} c ON true`;
}

function merchantFrom(row: MerchantJson): Merchant {
  const { payin_min, payin_max, payout_min, payout_max, payout_daily, ...rest } = row;
  return fromMerchantRow({
    ...rest,
    payin_min: BigInt(payin_min),
    payin_max: BigInt(payin_max),
    payout_min: BigInt(payout_min),
    payout_max: BigInt(payout_max),
    payout_daily: BigInt(payout_daily),
  });
}

function knownFrom(row: Row): ClusterSnapshot {
  const { state, clock_offset: offset, frozen_at: frozenAt } = row;
  const words = state.split(' ');
  const [generation, merchantsVersion, settingsVersion, version = 0, standsAt] = words.map(Number);
  const [hasFaults = true, , isWatched = true, hasOthers = true] = words.slice(5).map((word) => word === 't');
  const lockedUntil = Number(words.at(-1));
  const value = { offset: Number(offset), frozenAt: frozenAt === null ? null : Number(frozenAt) };
  return {
    generation: generation ?? 0,
    merchantsVersion: merchantsVersion ?? 0,
    settingsVersion: settingsVersion ?? 0,
    clock: offset === null ? null : { version, value },
    standsAt: standsAt || null,
    isStepping: row.is_stepping,
    hasFaults,
    lockedUntil,
    isWatched,
    hasOthers,
    state,
  };
}
