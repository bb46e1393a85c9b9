import type { Move, Notification } from '../../domain/history.ts';
import { mapPage } from '../pages.ts';
import {
  type ClockRow,
  type ConfigRow,
  fromClockRow,
  fromMoveRow,
  fromNotificationRow,
  fromSettingsRow,
  type MoveRow,
  type NewNotificationRow,
  type NotificationRow,
  type SettingsRow,
  toClockRow,
  toConfigRow,
  toMoveRow,
  toNotificationRow,
  toSettingsRow,
  versioned,
} from '../rows/meta-rows.ts';
import type { Page, Write } from '../store.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { query, rowInserter, versionPutter } from './rows.ts';

type Put<Name extends Write['write']> = Extract<Write, { write: Name }>;

/**
 * Statements for settings, clock, configuration, moves and notifications. Moves and notifications are only appended.
 */
export function metaStatements(db: Db) {
  const putSettings = versionPutter<SettingsRow>(db, 'settings');
  const putClock = versionPutter<ClockRow>(db, 'clock');
  const putConfig = versionPutter<ConfigRow>(db, 'config');
  const insertMove = rowInserter<MoveRow>(db, 'moves');
  const insertNotification = rowInserter<NewNotificationRow>(db, 'notifications');
  const takeRoom = [
    "UPDATE config SET json = json || printf('%16384s', '') WHERE only = 1",
    'UPDATE config SET json = rtrim(json) WHERE only = 1',
  ].map((sql) => db.prepare(sql));
  const moves = query<MoveRow, [string]>(db, 'SELECT * FROM moves WHERE order_no = ? ORDER BY seq');
  return {
    reads: metaReads(db),
    moves: (orderNo: string) => moves.all(orderNo).map(fromMoveRow),
    putSettings: ({ settings, version }: Put<'put_settings'>) =>
      putSettings(toSettingsRow(settings, version)),
    putClock: ({ clock, version }: Put<'put_clock'>) => putClock(toClockRow(clock, version)),
    putConfig: ({ config, version }: Put<'put_config'>) => putConfig(toConfigRow(config, version)),
    takeRoom: (): void => {
      for (const one of takeRoom) one.run();
    },
    record: (move: Move): void => void insertMove(toMoveRow(move)),
    notify: (notification: Notification): void => void insertNotification(toNotificationRow(notification)),
  };
}

function metaReads(db: Db) {
  const settings = query<SettingsRow, []>(db, 'SELECT * FROM settings');
  const clock = query<ClockRow, []>(db, 'SELECT * FROM clock');
  const config = query<ConfigRow, []>(db, 'SELECT * FROM config');
  const notifications = pager<NotificationRow>(db, {
    table: 'notifications',
    indexes: { mch_id: 'notifications_by_merchant' },
  });
  return {
    settings: () => versioned(settings.get(), fromSettingsRow),
    clock: () => versioned(clock.get(), fromClockRow),
    config: () => versioned(config.get(), ({ json }) => json),
    notifications: (mchId: string, page: Page) =>
      mapPage(notifications({ mch_id: mchId }, page), fromNotificationRow),
  };
}
