import type { Notification } from '../../domain/history.ts';
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
import type { Page } from '../store.ts';
import type { Db } from './database.ts';
import { pager } from './paging.ts';
import { type Appliers, query, rowInserter, versionPutter } from './rows.ts';

/**
 * Statements for settings, clock, configuration, moves and notifications. Moves and notifications are only appended.
 */
export function metaStatements(db: Db) {
  const putSettings = versionPutter<SettingsRow>(db, 'settings');
  const putClock = versionPutter<ClockRow>(db, 'clock');
  const putConfig = versionPutter<ConfigRow>(db, 'config');
  const insertMove = rowInserter<MoveRow>(db, 'moves');
  const insertNotification = rowInserter<NewNotificationRow>(db, 'notifications');
  const notify = (notification: Notification) => insertNotification(toNotificationRow(notification));
  const takeRoom = [
    "UPDATE config SET json = json || printf('%16384s', '') WHERE only = 1",
    'UPDATE config SET json = rtrim(json) WHERE only = 1',
  ].map((sql) => db.prepare(sql));
  const moves = query<MoveRow, [string]>(db, 'SELECT * FROM moves WHERE order_no = ? ORDER BY seq');
  return {
    reads: metaReads(db),
    moves: (orderNo: string) => moves.all(orderNo).map(fromMoveRow),
    takeRoom: (): void => {
      for (const one of takeRoom) one.run();
    },
    notify,
    writes: {
      put_settings: ({ settings, version }) => putSettings(toSettingsRow(settings, version)),
      put_clock: ({ clock, version }) => putClock(toClockRow(clock, version)),
      put_config: ({ config, version }) => putConfig(toConfigRow(config, version)),
      record: ({ move }) => insertMove(toMoveRow(move)),
      notify: ({ notification }) => notify(notification),
    } satisfies Appliers<'put_settings' | 'put_clock' | 'put_config' | 'record' | 'notify'>,
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
