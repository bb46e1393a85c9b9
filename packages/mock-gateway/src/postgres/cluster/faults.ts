import type { FaultInput, FaultPhase, WireEndpoint } from '../../faults/fault.ts';
import { FaultList, type FaultState } from '../../faults/fault-list.ts';
import type { FaultSubject, Faults } from '../../faults/faults.ts';
import type { Database, Use } from '../connection/database.ts';
import { Groups } from './groups.ts';

export interface SharedFaultsOptions {
  readonly generation: number;
  /** Returns true if a fault may be active. If it returns false, the list is not read. */
  readonly mayStrike: () => boolean;
}

/** A change of the list. Returns the work to do after the list is stored. */
type FaultChange = (list: FaultList) => Promise<() => void>;

/** Start time of the timeout for all attempts together. */
type First = Pick<Use, 'since'>;

interface Stored {
  readonly version: bigint;
  readonly list: string;
}

/**
 * Faults of one generation. A change loads the whole list, changes it in process and stores it. Repeats the change if
 * another instance has stored a list in the meantime.
 */
export class SharedFaults implements Faults {
  readonly #database: Database;
  readonly #options: SharedFaultsOptions;
  readonly #groups = new Groups((works: readonly FaultChange[], first) => this.#do(works, first));

  constructor(database: Database, options: SharedFaultsOptions) {
    this.#database = database;
    this.#options = options;
  }

  add(input: FaultInput) {
    return this.#on((list) => list.add(input));
  }

  list() {
    return this.#on((list) => list.list());
  }

  remove(id: string) {
    return this.#on((list) => list.remove(id));
  }

  clear() {
    return this.#on((list) => list.clear());
  }

  async anyFor(endpoint: WireEndpoint) {
    return this.#options.mayStrike() && this.#on((list) => list.anyFor(endpoint));
  }

  async strikeWire(endpoint: WireEndpoint, phase: FaultPhase, subject: FaultSubject) {
    if (!this.#options.mayStrike()) return null;
    return this.#on((list) => list.strikeWire(endpoint, phase, subject));
  }

  async strikeCallback(subject: FaultSubject) {
    if (!this.#options.mayStrike()) return null;
    return this.#on((list) => list.strikeCallback(subject));
  }

  async #on<T>(work: (list: FaultList) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const kept = await this.#groups.ask(async (list) => {
      const answer = await work(list);
      return () => resolve(answer);
    });
    kept();
    return promise;
  }

  async #do(works: readonly FaultChange[], first: First): Promise<readonly (() => void)[]> {
    for (;;) {
      const stored = await this.#load(first);
      const list = new FaultList(stored === null ? undefined : stateFrom(stored));
      const before = JSON.stringify(list.state);
      const kept: (() => void)[] = [];
      for (const work of works) kept.push(await work(list));
      const isAsBefore = JSON.stringify(list.state) === before;
      if (isAsBefore || (await this.#keep(list.state, stored?.version ?? 0n, first))) return kept;
    }
  }

  async #load(first: First): Promise<Stored | null> {
    const { schema, read } = this.#database;
    const text = `SELECT version, list FROM ${schema}.faults WHERE era = $1`;
    const [stored] = await read<Stored>({ text, values: [this.#options.generation] }, first);
    return stored ?? null;
  }

  async #keep(state: FaultState, version: bigint, first: First): Promise<boolean> {
    const { schema, write } = this.#database;
    const text = `INSERT INTO ${schema}.faults AS f VALUES ($1, $2::bigint + 1, $3, $4)
      ON CONFLICT (era) DO UPDATE SET version = excluded.version, is_any = excluded.is_any, list = excluded.list
      WHERE f.version = $2 RETURNING f.version`;
    const values = [this.#options.generation, version, state.faults.length > 0, JSON.stringify(state)];
    return (await write({ text, values }, first)).length > 0;
  }
}

function stateFrom({ list }: Stored): FaultState {
  return JSON.parse(list);
}
