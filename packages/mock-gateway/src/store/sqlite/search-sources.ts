import { searchedColumns } from '../pages.ts';
import type { Db } from './database.ts';
import { searchedText } from './paging.ts';
import { prepared } from './prepared.ts';
import { type IndexedRow, type SearchedTable, searchedTables } from './trigram-file.ts';

export type Source = SearchedTable | 'moves';
export const sources: readonly Source[] = ['moves', ...searchedTables];

/** The last row of a source that an index contains, with the columns that identify it. */
interface Last {
  readonly seq: number;
  readonly identity: string;
}

/**
 * Content of an index. The random id of the ledger's last transaction distinguishes two copies of a database with the
 * same orders and instants.
 */
export type Reached = Readonly<Record<Source | 'transactions', Last>>;

const none: Last = { seq: 0, identity: '' };
export const nothing: Reached = { moves: none, deposits: none, payouts: none, transactions: none };

/** Number of rows to add per turn of the event loop, which takes a few milliseconds. */
const perTurn = 250;

export type Reads = ReturnType<typeof readsOf>;

export function readsOf(db: Db) {
  const deposits = tableReads(db, 'deposits');
  const payouts = tableReads(db, 'payouts');
  const moves = sourceReads(db, 'moves', `order_no || ' ' || at || ' ' || to_state`);
  const all = { deposits, payouts, moves, transactions: sourceReads(db, 'transactions', 'id') };
  const moved = prepared<[number], string>(
    db,
    `SELECT order_no FROM moves WHERE seq > ? ORDER BY seq LIMIT ${perTurn}`,
  ).pluck();
  return {
    /** Number that SQLite increases whenever the tables change. */
    schema: () => Number(db.pragma('schema_version', { simple: true })),
    last: (source: keyof Reached): Last => all[source].last.get() ?? none,
    /** Orders that moved after a given move, below a given number, newest first. */
    changedBelow: { deposits: deposits.changedBelow, payouts: payouts.changedBelow },
    /** Returns whether the database contains the last rows of an index. */
    have: (reached: Reached): boolean =>
      ([...sources, 'transactions'] as const).every((source) => {
        const { seq, identity } = reached[source];
        return seq === 0 || all[source].identity.get(seq) === identity;
      }),
    next(source: Source, reached: Reached): Following {
      const after = reached[source].seq;
      const last = all[source].following.all(after).at(-1) ?? reached[source];
      if (source !== 'moves') return { last, rows: new Map([[source, all[source].rows.all(after)]]) };
      const orders = JSON.stringify(moved.all(after));
      const changed = (table: SearchedTable) => all[table].changed.all(orders, reached[table].seq);
      return { last, rows: new Map(searchedTables.map((table) => [table, changed(table)])) };
    },
  };
}

interface Following {
  readonly last: Last;
  readonly rows: ReadonlyMap<SearchedTable, readonly IndexedRow[]>;
}

function sourceReads(db: Db, source: keyof Reached, identity: string) {
  const select = `SELECT seq, ${identity} AS identity FROM ${source}`;
  return {
    last: prepared<[], Last>(db, `${select} ORDER BY seq DESC LIMIT 1`),
    following: prepared<[number], Last>(db, `${select} WHERE seq > ? ORDER BY seq LIMIT ${perTurn}`),
    identity: prepared<[number], string>(db, `SELECT ${identity} FROM ${source} WHERE seq = ?`).pluck(),
  };
}

function tableReads(db: Db, table: SearchedTable) {
  const select = `SELECT seq, ${searchedText(searchedColumns[table])} AS text FROM ${table}`;
  return {
    ...sourceReads(db, table, 'order_no'),
    rows: prepared<[number], IndexedRow>(db, `${select} WHERE seq > ? ORDER BY seq LIMIT ${perTurn}`),
    changed: prepared<[string, number], IndexedRow>(
      db,
      `${select} WHERE order_no IN (SELECT value FROM json_each(?)) AND seq <= ? ORDER BY seq`,
    ),
    changedBelow: prepared<[number, number], number>(
      db,
      `SELECT DISTINCT o.seq FROM moves m CROSS JOIN ${table} o ON o.order_no = m.order_no
       WHERE m.seq > ? AND o.seq < ? ORDER BY o.seq DESC`,
    ).pluck(),
  };
}
