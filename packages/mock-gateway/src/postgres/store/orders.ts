import type { Callback } from '../../domain/callback.ts';
import { mapPage, searchedColumns } from '../../store/pages.ts';
import { type DepositRow, fromDepositRow } from '../../store/rows/deposit-rows.ts';
import { gather } from '../../store/rows/journal-rows.ts';
import { fromMoveRow, type MoveRow } from '../../store/rows/meta-rows.ts';
import { fromPayoutRow, type PayoutRow } from '../../store/rows/payout-rows.ts';
import type { DepositReads, History, PayoutReads } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { wholeCallback } from './callbacks.ts';
import { type EntryJson, entriesOf, fromEntryJson } from './journal-json.ts';
import { finder, pageOf } from './paging.ts';
import { toCallback, type WholeCallbackRow } from './write-commands.ts';

export function depositReads(database: Database): DepositReads {
  const deposits = `${database.schema}.deposits`;
  const select = `SELECT t.* FROM ${deposits} t`;
  const one = finder(database, select, fromDepositRow);
  const pending = `FROM ${deposits} WHERE status = 'pending'`;
  return {
    get: (orderNo) => one('order_no = $1', orderNo),
    byReference: (...asked) => one('mch_id = $1 AND kind = $2 AND reference = $3', ...asked),
    byPayToken: (token) => one('pay_token = $1', token),
    history: historyReader(database, deposits, fromDepositRow),
    async list({ kind, mchId, status, reference, text, now, ...amounts }, page) {
      const columns = { kind, mch_id: mchId, reference, ...(now === undefined ? { status } : {}) };
      const narrowing = {
        columns,
        text: { of: searchedColumns.deposits, part: text },
        statusAt: status === undefined || now === undefined ? undefined : { status, now },
        ...amounts,
      };
      return mapPage(await pageOf<DepositRow>(database, { select, narrowing, page }), fromDepositRow);
    },
    async nextExpiry() {
      const text = `SELECT expires_at AS at ${pending} ORDER BY expires_at LIMIT 1`;
      const [row] = await database.read<{ at: bigint }>({ text });
      return row === undefined ? null : Number(row.at);
    },
    async dueToExpire(now, limit) {
      const text = `SELECT * ${pending} AND expires_at <= $1 ORDER BY expires_at, seq LIMIT $2`;
      return (await database.read<DepositRow>({ text, values: [now, limit] })).map(fromDepositRow);
    },
  };
}

export function payoutReads(database: Database): PayoutReads {
  const payouts = `${database.schema}.payouts`;
  const select = `SELECT t.* FROM ${payouts} t`;
  const one = finder(database, select, fromPayoutRow);
  return {
    get: (orderNo) => one('order_no = $1', orderNo),
    byReference: (...asked) => one('mch_id = $1 AND mch_order_no = $2', ...asked),
    history: historyReader(database, payouts, fromPayoutRow),
    async list({ mchId, status, reference, text, ...amounts }, page) {
      const narrowing = {
        columns: { mch_id: mchId, status, mch_order_no: reference },
        text: { of: searchedColumns.payouts, part: text },
        ...amounts,
      };
      return mapPage(await pageOf<PayoutRow>(database, { select, narrowing, page }), fromPayoutRow);
    },
    async dailyTotal(mchId, day) {
      const text = `SELECT amount FROM ${database.schema}.daily_withdrawals WHERE mch_id = $1 AND day = $2`;
      const [row] = await database.read<{ amount: bigint }>({ text, values: [mchId, day] });
      return row?.amount ?? 0n;
    },
  };
}

/** One event in the history of an order, as one row for all kinds of events. */
interface HappenedRow {
  readonly moves: readonly MoveRow[];
  readonly entries: readonly EntryJson[];
  readonly callbacks: readonly WholeCallbackRow[];
}

/** Creates a reader of an order with its history. One statement reads both, so they are from one snapshot. */
function historyReader<Row extends object, Order>(
  database: Database,
  table: string,
  toOrder: (row: Row) => Order,
): (orderNo: string) => Promise<History<Order> | null> {
  const { schema } = database;
  const text = `SELECT t.*,
      (SELECT coalesce(json_agg(m ORDER BY m.seq), '[]') FROM ${schema}.moves m WHERE m.order_no = t.order_no) AS moves,
      (SELECT coalesce(json_agg(e ORDER BY e.seq, e.position), '[]')
        FROM (${entriesOf(schema)} WHERE t.order_no = $1) e) AS entries,
      (SELECT coalesce(json_agg(c ORDER BY c.seq), '[]')
        FROM (${wholeCallback(schema)} WHERE t.order_no = $1) c) AS callbacks
    FROM ${table} t WHERE t.order_no = $1`;
  return async (orderNo) => {
    const [row] = await database.read<Row & HappenedRow>({ text, values: [orderNo] });
    if (row === undefined) return null;
    const callbacks: readonly Callback[] = row.callbacks.map(toCallback);
    return {
      order: toOrder(row),
      moves: row.moves.map(fromMoveRow),
      transactions: gather(row.entries.map(fromEntryJson)),
      callbacks,
    };
  };
}
