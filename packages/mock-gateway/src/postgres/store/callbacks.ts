import { mapPage, searchedColumns } from '../../store/pages.ts';
import type { CallbackQueue } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { finder, pageOf } from './paging.ts';
import { toCallback, type WholeCallbackRow } from './write-commands.ts';

/** SELECT of callbacks with their attempts, without a WHERE clause. The alias of the table is `t`. */
export function wholeCallback(schema: string): string {
  return `SELECT t.*, (SELECT coalesce(json_agg(a ORDER BY a.number), '[]') FROM ${schema}.attempts a
    WHERE a.callback_seq = t.seq) AS attempts FROM ${schema}.callbacks t`;
}

export type CallbackReads = Pick<CallbackQueue, 'get' | 'latestOf' | 'list' | 'counts' | 'nextDue'>;

export function callbackReads(database: Database): CallbackReads {
  const callbacks = `${database.schema}.callbacks`;
  const select = wholeCallback(database.schema);
  const one = finder(database, select, toCallback);
  return {
    get: (id) => one('t.id = $1', id),
    latestOf: (orderNo) => one('t.order_no = $1 ORDER BY t.seq DESC LIMIT 1', orderNo),
    async list({ orderNo, mchId, state, text }, page) {
      const narrowing = {
        columns: { order_no: orderNo, mch_id: mchId, state },
        text: { of: searchedColumns.callbacks, part: text },
      };
      return mapPage(await pageOf<WholeCallbackRow>(database, { select, narrowing, page }), toCallback);
    },
    async counts() {
      const count = (state: string) => `(SELECT count(*) FROM ${callbacks} WHERE state = '${state}')`;
      const text = `SELECT ${count('pending')} AS pending, ${count('delivering')} AS delivering`;
      const [row] = await database.read<{ pending: bigint; delivering: bigint }>({ text });
      return { pending: Number(row?.pending ?? 0), delivering: Number(row?.delivering ?? 0) };
    },
    async nextDue(after = Number.MIN_SAFE_INTEGER) {
      const text = `SELECT next_attempt_at AS at FROM ${callbacks} WHERE state = 'pending' AND next_attempt_at > $1
        ORDER BY next_attempt_at LIMIT 1`;
      const [row] = await database.read<{ at: bigint }>({ text, values: [after] });
      return row === undefined ? null : Number(row.at);
    },
  };
}
