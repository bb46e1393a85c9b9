import type { Actor, Move, Notification } from '../../domain/history.ts';
import type { Settings } from '../../domain/settings.ts';
import type { Versioned } from '../store.ts';
import { flag, type Integer, instant, isOn } from './columns.ts';

/** The only row of the settings. */
export interface SettingsRow {
  readonly only: Integer;
  readonly usdt_rate: bigint | null;
  readonly order_validity_minutes: Integer;
  readonly late_payments: Settings['latePayments'];
  readonly failed_payin_callback: Integer | boolean;
  readonly rate_limit_per_minute: Integer | null;
  /** The columns of the lock are all null or all set. */
  readonly lock_failures: Integer | null;
  readonly lock_window_seconds: Integer | null;
  readonly lock_seconds: Integer | null;
  readonly maintenance: Integer | boolean;
  readonly provider_available: Integer | boolean;
  /** Seconds until a simulated customer pays. PostgreSQL has no such column. */
  readonly pay_after_seconds?: Integer | null;
  readonly version: Integer;
}

/** The only row of the clock. */
export interface ClockRow {
  readonly only: Integer;
  readonly offset: Integer;
  readonly frozen_at: Integer | null;
  readonly version: Integer;
}

/** The only row of the configuration. */
export interface ConfigRow {
  readonly only: Integer;
  readonly json: string;
  readonly version: Integer;
}

/** A state change of an order. Rows are never updated. */
export interface MoveRow {
  readonly order_no: string;
  readonly at: Integer;
  readonly from_state: string;
  readonly to_state: string;
  readonly moved_by: Actor;
}

/** All columns except the number that the database assigns. */
export interface NewNotificationRow {
  readonly id: string;
  readonly mch_id: string;
  readonly at: Integer;
  readonly kind: Notification['kind'];
  readonly callback_id: string;
  readonly order_no: string | null;
  readonly message: string;
}

/** The row that a store reads. */
export interface NotificationRow extends NewNotificationRow {
  readonly seq: Integer;
}

/** Returns a value with its version, or null if no row exists. */
export function versioned<Row extends { readonly version: Integer }, Value>(
  row: Row | undefined,
  toDomain: (row: Row) => Value,
): Versioned<Value> | null {
  return row === undefined ? null : { value: toDomain(row), version: Number(row.version) };
}

/** Converts settings to a row, with null for a disabled limit. */
export function toSettingsRow(settings: Settings, version: number): SettingsRow {
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
export function toNotificationRow(notification: Notification): NewNotificationRow {
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
