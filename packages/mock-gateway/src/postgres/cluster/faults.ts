import { FaultList, type FaultState } from '../../faults/fault-list.ts';
import type { Faults } from '../../faults/faults.ts';
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
export function sharedFaults(database: Database, { generation, mayStrike }: SharedFaultsOptions): Faults {
  const { schema } = database;
  const groups = new Groups((works: readonly FaultChange[], first) => change(works, first));

  async function on<T>(work: (list: FaultList) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const kept = await groups.ask(async (list) => {
      const answer = await work(list);
      return () => resolve(answer);
    });
    kept();
    return promise;
  }

  async function change(works: readonly FaultChange[], first: First): Promise<readonly (() => void)[]> {
    for (;;) {
      const stored = await load(first);
      const list = new FaultList(stored === null ? undefined : stateFrom(stored));
      const before = JSON.stringify(list.state);
      const kept: (() => void)[] = [];
      for (const work of works) kept.push(await work(list));
      const isAsBefore = JSON.stringify(list.state) === before;
      if (isAsBefore || (await keep(list.state, stored?.version ?? 0n, first))) return kept;
    }
  }

  async function load(first: First): Promise<Stored | null> {
    const text = `SELECT version, list FROM ${schema}.faults WHERE era = $1`;
    const [stored] = await database.read<Stored>({ text, values: [generation] }, first);
    return stored ?? null;
  }

  async function keep(state: FaultState, version: bigint, first: First): Promise<boolean> {
    const text = `INSERT INTO ${schema}.faults AS f VALUES ($1, $2::bigint + 1, $3, $4)
      ON CONFLICT (era) DO UPDATE SET version = excluded.version, is_any = excluded.is_any, list = excluded.list
      WHERE f.version = $2 RETURNING f.version`;
    const values = [generation, version, state.faults.length > 0, JSON.stringify(state)];
    return (await database.write({ text, values }, first)).length > 0;
  }

  return {
    add: (input) => on((list) => list.add(input)),
    list: () => on((list) => list.list()),
    remove: (id) => on((list) => list.remove(id)),
    clear: () => on((list) => list.clear()),
    anyFor: async (endpoint) => mayStrike() && on((list) => list.anyFor(endpoint)),
    strikeWire: async (...subject) => (mayStrike() ? on((list) => list.strikeWire(...subject)) : null),
    strikeCallback: async (subject) => (mayStrike() ? on((list) => list.strikeCallback(subject)) : null),
  };
}

function stateFrom({ list }: Stored): FaultState {
  return JSON.parse(list);
}
