// Folder store: all persistent data in SQLite, one file for each kind of data.
import type { Settings } from '../domain/settings.ts';
import { Callbacks } from './callbacks.ts';
import type { Change, StoredClock } from './change.ts';
import { Database } from './database.ts';
import { Deposits } from './deposits.ts';
import { History } from './history.ts';
import { Ledger } from './ledger.ts';
import { Merchants } from './merchants.ts';
import { Payouts } from './payouts.ts';
import { initialRows } from './schema.ts';
import { Snapshots } from './snapshots.ts';
import { countByState, type Tallies } from './tallies.ts';

/**
 * All persistent data of a gateway, in a file or in memory. Reads return values, so a request reads, decides and writes
 * in one turn of the event loop, and no other request comes between. Writes run inside `write`; they are on disk when
 * `onDisk` resolves.
 */
export class Store {
  readonly merchants: Merchants;
  readonly deposits: Deposits;
  readonly payouts: Payouts;
  readonly ledger: Ledger;
  readonly history: History;
  readonly callbacks: Callbacks;
  readonly snapshots: Snapshots;
  readonly #db: Database;
  #settings: Settings | null = null;
  /** Changes of the open transaction. */
  #changes: Change[] = [];

  /** Called after each commit with its changes, in their order. */
  committed: (changes: readonly Change[]) => void = () => {};

  /**
   * @param file path of the database file, or null for a store in memory
   * @throws {StoreError} `store_locked`, `store_version`, `store_corrupt`, `store_unreadable`. The file stays unchanged
   */
  constructor(file: string | null) {
    this.#db = new Database(file);
    const changed = (change: Change) => void this.#changes.push(change);
    this.merchants = new Merchants(this.#db, changed);
    this.deposits = new Deposits(this.#db, changed);
    this.payouts = new Payouts(this.#db, changed);
    this.ledger = new Ledger(this.#db);
    this.history = new History(this.#db);
    this.callbacks = new Callbacks(this.#db, this.history, changed);
    this.snapshots = new Snapshots(this.#db);
    this.#db.committed = () => this.committed(this.#changes.splice(0));
    this.#db.rolledBack = () => this.#forget();
  }

  get kind(): 'memory' | 'sqlite' {
    return this.#db.file === null ? 'memory' : 'sqlite';
  }

  /** Runs writes in the transaction of this turn. If they throw, nothing of the turn is stored. */
  write<T>(work: () => T): T {
    return this.#db.write(work);
  }

  /**
   * Resolves when everything that was written so far is on disk.
   *
   * @throws {StoreError} Nothing of the turn was stored
   */
  onDisk(): Promise<void> {
    return this.#db.onDisk();
  }

  /**
   * Commits now instead of at the end of the turn.
   *
   * @throws {StoreError} Nothing of the turn was stored
   */
  commit(): void {
    this.#db.commit();
  }

  /** Writes and removes 16 KB, to learn whether the disk has space. */
  async tryToWrite(): Promise<void> {
    this.write(() => {
      this.#db.run(`UPDATE state SET json = json || printf('%16384s', '') WHERE name = 'config'`);
      this.#db.run(`UPDATE state SET json = rtrim(json) WHERE name = 'config'`);
    });
    await this.onDisk();
  }

  /** The current settings. A gateway that has started has settings. */
  get settings(): Settings {
    this.#settings ??= this.storedSettings();
    if (this.#settings === null) throw new Error('a gateway that has started has settings');
    return this.#settings;
  }

  /** The stored settings, or null before the first start. */
  storedSettings(): Settings | null {
    const stored = this.#state<Settings & { readonly usdtRate: string | null }>('settings');
    return stored && { ...stored, usdtRate: stored.usdtRate === null ? null : BigInt(stored.usdtRate) };
  }

  putSettings(settings: Settings): void {
    this.#putState('settings', { ...settings, usdtRate: settings.usdtRate?.toString() ?? null });
    this.#settings = settings;
    this.#changes.push({ type: 'settings' });
  }

  /** The stored clock, or null if the clock was never moved. */
  clock(): StoredClock | null {
    return this.#state<StoredClock>('clock');
  }

  putClock(clock: StoredClock): void {
    this.#putState('clock', clock);
  }

  /** The configuration of the last start, or null before the first start. */
  config(): object | null {
    return this.#state<object>('config');
  }

  putConfig(config: object): void {
    this.#putState('config', config);
  }

  #state<Value>(name: string): Value | null {
    const row = this.#db.get<{ json: string }>('SELECT json FROM state WHERE name = ?', name);
    return row === undefined ? null : JSON.parse(row.json);
  }

  #putState(name: string, value: object): void {
    this.#db.run('INSERT OR REPLACE INTO state (name, json) VALUES (?, ?)', name, JSON.stringify(value));
  }

  /** Counts orders and callbacks by state, in steps between which requests run. */
  tallies(clock: { now(): number }): Promise<Tallies> {
    return countByState(this.#db, clock, this.callbacks.delivering);
  }

  /**
   * Deletes all data and fills the store in one transaction, which is on disk when this function returns.
   *
   * @throws {StoreError} Nothing was changed
   */
  startOver(fill: () => void): void {
    this.#db.replaceAll(() => {
      this.#forget();
      this.#db.exec(initialRows);
      fill();
    });
    this.#forget();
  }

  /** Replaces all data with a snapshot, like `startOver`. */
  restore(name: string): void {
    this.snapshots.restore(name);
    this.#forget();
  }

  #forget(): void {
    this.#settings = null;
    this.#changes = [];
    this.merchants.forget();
  }

  /** Commits and closes. Later calls fail with StoreError `store_closed`. */
  close(): void {
    try {
      this.#db.close();
    } finally {
      this.snapshots.close();
    }
  }
}
