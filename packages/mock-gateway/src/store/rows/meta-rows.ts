import type { Move, Notification } from '../../domain/history.ts';
import type { Settings } from '../../domain/settings.ts';
import type { StoredClock, Versioned } from '../store.ts';
import { flag, type Integer, instant, isOn, type Numbered, type RowOf } from './columns.ts';

/** The only row of the settings. PostgreSQL has no column for the simulation. */
export type SettingsRow = Omit<RowOf<typeof toSettingsRow>, 'pay_after_seconds'> &
  Partial<Pick<RowOf<typeof toSettingsRow>, 'pay_after_seconds'>>;

/** The only row of the clock. */
export type ClockRow = RowOf<typeof toClockRow>;

/** The only row of the configuration. */
export type ConfigRow = RowOf<typeof toConfigRow>;

/** A state change of an order. Rows are never updated. */
export type MoveRow = RowOf<typeof toMoveRow>;

/** All columns except the number that the database assigns. */
export type NewNotificationRow = RowOf<typeof toNotificationRow>;

/** The row that a store reads. */
export type NotificationRow = Numbered<NewNotificationRow>;

/** Returns a value with its version, or null if no row exists. */
export function versioned<Row extends { readonly version: Integer }, Value>(
  row: Row | undefined,
  toDomain: (row: Row) => Value,
): Versioned<Value> | null {
  return row === undefined ? null : { value: toDomain(row), version: Number(row.version) };
}

/** Converts settings to a row, with null for a disabled limit. */
export function toSettingsRow(settings: Settings, version: number) {
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
    pay_after_seconds: settings.simulation?.payAfterSeconds ?? null,
    version,
  };
}

/** Converts a row to settings, with null for a disabled limit. */
export function fromSettingsRow(row: SettingsRow): Settings {
  return {
    usdtRate: row.usdt_rate,
    orderValidityMinutes: Number(row.order_validity_minutes),
    latePayments: row.late_payments,
    failedPayinCallback: isOn(row.failed_payin_callback),
    rateLimitPerMinute: instant(row.rate_limit_per_minute),
    signatureLock: lockOf(row),
    maintenance: isOn(row.maintenance),
    providerAvailable: isOn(row.provider_available),
    simulation: simulationOf(row),
  };
}

/**
 * Converts the setting of the simulation. PostgreSQL has no column for it, because simulated customers require an
 * exclusive store.
 */
function simulationOf({ pay_after_seconds: seconds }: SettingsRow): Settings['simulation'] {
  return seconds === null || seconds === undefined ? null : { payAfterSeconds: Number(seconds) };
}

function lockOf(row: SettingsRow): Settings['signatureLock'] {
  if (row.lock_failures === null) return null;
  return {
    failures: Number(row.lock_failures),
    windowSeconds: Number(row.lock_window_seconds),
    lockSeconds: Number(row.lock_seconds),
  };
}

/** Converts a clock to its row. */
export function toClockRow({ offset, frozenAt }: StoredClock, version: number) {
  return { only: 1, offset, frozen_at: frozenAt, version };
}

/** Converts the row of the clock. */
export function fromClockRow({ offset, frozen_at: frozenAt }: ClockRow): StoredClock {
  return { offset: Number(offset), frozenAt: instant(frozenAt) };
}

/** Converts a configuration to its row. */
export function toConfigRow(json: string, version: number) {
  return { only: 1, json, version };
}

/** Converts a state change of an order to a new row. */
export function toMoveRow({ orderNo, at, from, to, by }: Move) {
  return { order_no: orderNo, at, from_state: from, to_state: to, moved_by: by };
}

/** Converts a row to a state change of an order. */
export function fromMoveRow(row: MoveRow): Move {
  return {
    orderNo: row.order_no,
    at: Number(row.at),
    from: row.from_state,
    to: row.to_state,
    by: row.moved_by,
  };
}

/** Converts a notification to a new row. */
export function toNotificationRow(notification: Notification) {
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

/** Converts a row to a notification for the merchant. */
export function fromNotificationRow(row: NotificationRow): Notification {
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
