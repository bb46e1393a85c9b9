import { cursorOf, cut, mapPage, type Sequenced, sequenceOf } from '../../store/pages.ts';
import { fromMerchantRow, type MerchantRow } from '../../store/rows/merchant-rows.ts';
import {
  type ClockRow,
  type ConfigRow,
  fromClockRow,
  fromNotificationRow,
  fromSettingsRow,
  type NotificationRow,
  type SettingsRow,
  versioned,
} from '../../store/rows/meta-rows.ts';
import { type Count, tallied } from '../../store/rows/tallies.ts';
import type { MerchantReads, Store } from '../../store/store.ts';
import type { Database, Parameter } from '../connection/database.ts';
import { finder, pageOf } from './paging.ts';

export function merchantReads(database: Database): MerchantReads {
  const select = `SELECT * FROM ${database.schema}.merchants`;
  const read = (rest: string, ...values: readonly Parameter[]) =>
    database.read<MerchantRow & Sequenced>({ text: `${select} ${rest}`, values });
  const one = finder(database, select, fromMerchantRow);
  return {
    get: (mchId) => one('mch_id = $1', mchId),
    byKey: (mchKey) => one('mch_key = $1', mchKey),
    all: async () => (await read('ORDER BY seq')).map(fromMerchantRow),
    // Writers run one at a time, so the numbers follow the order of commits.
    async list({ limit, cursor }) {
      const after = cursor === undefined ? 0 : sequenceOf(cursor);
      const rows = await read('WHERE seq > $1 ORDER BY seq LIMIT $2', after, limit + 1);
      return mapPage(cut(rows, limit, cursorOf), fromMerchantRow);
    },
  };
}

export function metaReads(
  database: Database,
): Pick<Store, 'settings' | 'clock' | 'config' | 'notifications' | 'tallies'> {
  const { schema } = database;
  const only = async <Row extends object>(table: string): Promise<Row | undefined> =>
    (await database.read<Row>({ text: `SELECT * FROM ${schema}.${table}` }))[0];
  return {
    settings: async () => versioned(await only<SettingsRow>('settings'), fromSettingsRow),
    clock: async () => versioned(await only<ClockRow>('clock'), fromClockRow),
    config: async () => versioned(await only<ConfigRow>('config'), ({ json }) => json),
    async notifications(mchId, page) {
      const select = `SELECT t.* FROM ${schema}.notifications t`;
      const narrowing = { columns: { mch_id: mchId } };
      return mapPage(
        await pageOf<NotificationRow>(database, { select, narrowing, page }),
        fromNotificationRow,
      );
    },
    async tallies(now) {
      return tallied(await database.read<Count>({ text: counts(schema), values: [now] }));
    },
  };
}

/** Counts rows by state in one statement. Subtracts the rows that are also counted in another table. */
function counts(schema: string): string {
  const due = `FROM ${schema}.deposits WHERE status = 'pending' AND expires_at <= $1 GROUP BY kind`;
  return `SELECT kind AS what, status, count(*)::float8 AS total FROM ${schema}.deposits GROUP BY kind, status
    UNION ALL SELECT kind, 'pending', -count(*)::float8 ${due}
    UNION ALL SELECT kind, 'expired', count(*)::float8 ${due}
    UNION ALL SELECT 'payout', status, count(*)::float8 FROM ${schema}.payouts GROUP BY status
    UNION ALL SELECT 'callback', state, count(*)::float8 FROM ${schema}.callbacks GROUP BY state
    UNION ALL SELECT 'callback', state, -count(*)::float8 FROM ${schema}.callbacks WHERE kind = 'test' GROUP BY state`;
}
