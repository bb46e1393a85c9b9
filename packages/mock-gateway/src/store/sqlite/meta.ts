import type { Actor, Move, Notification } from '../../domain/history.ts';
import type { Settings } from '../../domain/settings.ts';
import type { Page, StoredClock, Versioned, Write } from '../store.ts';
import type { Db } from './database.ts';
import { mapPage, pager } from './paging.ts';
import { flag, type Integer, instant, isOn, query, rowInserter, versionPutter } from './rows.ts';

interface SettingsRow {
  /** There is one row. */
  readonly only: Integer;
  readonly usdt_rate: bigint | null;
  readonly order_validity_minutes: Integer;
  readonly late_payments: Settings['latePayments'];
  readonly failed_payin_callback: Integer;
  readonly rate_limit_per_minute: Integer | null;
  /** All three or none. */
  readonly lock_failures: Integer | null;
  readonly lock_window_seconds: Integer | null;
  readonly lock_seconds: Integer | null;
  readonly maintenance: Integer;
  readonly provider_available: Integer;
  readonly version: Integer;
}

interface ClockRow {
  readonly only: Integer;
  readonly offset: Integer;
  readonly frozen_at: Integer | null;
  readonly version: Integer;
}

interface ConfigRow {
  readonly only: Integer;
  readonly json: string;
  readonly version: Integer;
}

interface MoveRow {
  readonly order_no: string;
  readonly at: Integer;
  readonly from_state: string;
  readonly to_state: string;
  readonly moved_by: Actor;
}

interface NewNotificationRow {
  readonly id: string;
  readonly mch_id: string;
  readonly at: Integer;
  readonly kind: Notification['kind'];
  readonly callback_id: string;
  readonly order_no: string | null;
  readonly message: string;
}

interface NotificationRow extends NewNotificationRow {
  readonly seq: Integer;
}

type Put<Name extends Write['write']> = Extract<Write, { write: Name }>;

/** Settings, clock, configuration, and what is only ever added to: moves and notifications. */
export function metaStatements(db: Db) {
  const putSettings = versionPutter<SettingsRow>(db, 'settings');
  const putClock = versionPutter<ClockRow>(db, 'clock');
  const putConfig = versionPutter<ConfigRow>(db, 'config');
  const insertMove = rowInserter<MoveRow>(db, 'moves');
  const insertNotification = rowInserter<NewNotificationRow>(db, 'notifications');
  const moves = query<MoveRow, [string]>(db, 'SELECT * FROM moves WHERE order_no = ? ORDER BY seq');
  return {
    reads: metaReads(db),
    moves: (orderNo: string) => moves.all(orderNo).map(fromMoveRow),
    putSettings: ({ settings, version }: Put<'put_settings'>) =>
      putSettings(toSettingsRow(settings, version)),
    putClock: ({ clock: { offset, frozenAt }, version }: Put<'put_clock'>) =>
      putClock({ only: 1, offset, frozen_at: frozenAt, version }),
    putConfig: ({ config, version }: Put<'put_config'>) => putConfig({ only: 1, json: config, version }),
    record: ({ orderNo, at, from, to, by }: Move): void =>
      void insertMove({ order_no: orderNo, at, from_state: from, to_state: to, moved_by: by }),
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
    clock: () =>
      versioned(
        clock.get(),
        ({ offset, frozen_at }): StoredClock => ({ offset: Number(offset), frozenAt: instant(frozen_at) }),
      ),
    config: () => versioned(config.get(), ({ json }) => json),
    notifications: (mchId: string, page: Page) =>
      mapPage(notifications({ mch_id: mchId }, page), fromNotificationRow),
  };
}

function versioned<Row extends { readonly version: Integer }, Value>(
  row: Row | undefined,
  toDomain: (row: Row) => Value,
): Versioned<Value> | null {
  return row === undefined ? null : { value: toDomain(row), version: Number(row.version) };
}

function toSettingsRow(settings: Settings, version: number): SettingsRow {
  const { signatureLock } = settings;
  return {
    only: 1,
    usdt_rate: settings.usdtRate,
    order_validity_minutes: settings.orderValidityMinutes,
    late_payments: settings.latePayments,
    failed_payin_callback: flag(settings.failedPayinCallback),
    rate_limit_per_minute: settings.rateLimitPerMinute,
    lock_failures: signatureLock?.failures ?? null,
    lock_window_seconds: signatureLock?.windowSeconds ?? null,
    lock_seconds: signatureLock?.lockSeconds ?? null,
    maintenance: flag(settings.maintenance),
    provider_available: flag(settings.providerAvailable),
    version,
  };
}

function fromSettingsRow(row: SettingsRow): Settings {
  return {
    usdtRate: row.usdt_rate,
    orderValidityMinutes: Number(row.order_validity_minutes),
    latePayments: row.late_payments,
    failedPayinCallback: isOn(row.failed_payin_callback),
    rateLimitPerMinute: instant(row.rate_limit_per_minute),
    signatureLock: lockOf(row),
    maintenance: isOn(row.maintenance),
    providerAvailable: isOn(row.provider_available),
  };
}

function lockOf(row: SettingsRow): Settings['signatureLock'] {
  if (row.lock_failures === null) return null;
  return {
    failures: Number(row.lock_failures),
    windowSeconds: Number(row.lock_window_seconds),
    lockSeconds: Number(row.lock_seconds),
  };
}

function fromMoveRow(row: MoveRow): Move {
  return {
    orderNo: row.order_no,
    at: Number(row.at),
    from: row.from_state,
    to: row.to_state,
    by: row.moved_by,
  };
}

function toNotificationRow(notification: Notification): NewNotificationRow {
  return {
    id: notification.id,
    mch_id: notification.mchId,
    at: notification.at,
    kind: notification.kind,
    callback_id: notification.callbackId,
    order_no: notification.orderNo,
    message: notification.message,
  };
}

function fromNotificationRow(row: NotificationRow): Notification {
  return {
    id: row.id,
    mchId: row.mch_id,
    at: Number(row.at),
    kind: row.kind,
    callbackId: row.callback_id,
    orderNo: row.order_no,
    message: row.message,
  };
}
