import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { CallbackFaultKind } from './fault-kinds.ts';

/** Kinds of orders that callbacks report. */
export const callbackKinds = ['payin', 'payout', 'link', 'test'] as const;
/** Kind of the order that a callback reports. The kind determines the signing key and the required response. */
export type CallbackKind = (typeof callbackKinds)[number];

/**
 * Events that cause a callback. Each event of an order causes one callback. `test` is "Test endpoint" of the merchant
 * dashboard (spec: Delivery rules 6).
 */
export const callbackEvents = [
  'payin.success',
  'payin.failed',
  'payout.processing',
  'payout.success',
  'payout.failed',
  'link.success',
  'test',
] as const;
/** Event that a callback reports. `test` is a test from the merchant dashboard. */
export type CallbackEvent = (typeof callbackEvents)[number];

export const callbackStates = ['pending', 'delivering', 'delivered', 'failed', 'undeliverable'] as const;
/** State of a delivery. An `undeliverable` callback has no URL. A `failed` callback has used all its attempts. */
export type CallbackState = (typeof callbackStates)[number];

/** A callback that never changes after its event. Every retry and re-send sends the same bytes (reading: Callbacks). */
export interface NewCallback {
  readonly id: string;
  readonly kind: CallbackKind;
  readonly event: CallbackEvent;
  readonly mchId: string;
  /** The gateway order number, or null for a test callback. */
  readonly orderNo: string | null;
  /** The merchant's order number as in the body, or null for a link without a reference. */
  readonly mchOrderNo: string | null;
  /** URL of the schedule, or null if the callback has no URL and is undeliverable. */
  readonly url: string | null;
  readonly format: CallbackFormat;
  readonly body: string;
  readonly createdAt: number;
}

/** A callback with the state of its delivery. */
export interface Callback extends NewCallback {
  readonly state: CallbackState;
  /** Epoch milliseconds of the next attempt on the gateway's clock, or null. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly Attempt[];
}

/** A callback is due at once. Without a URL it is undeliverable. */
export function initialState({ url, createdAt }: NewCallback) {
  return url === null
    ? ({ state: 'undeliverable', nextAttemptAt: null } as const)
    : ({ state: 'pending', nextAttemptAt: createdAt } as const);
}

/** A header of a receiver's response, with masked secrets. */
export type AnswerHeader = readonly [name: string, value: string];

/** Effect of a fault on an attempt (contract: A fault, for `callback`). */
export interface AttemptFault {
  /** ID of the fault. The fault may already be removed. */
  readonly id: string;
  readonly kind: CallbackFaultKind;
  /** Number of times that the attempt was sent: 0, 1 or 2. */
  readonly sent: number;
  /** Body that was sent instead of the callback's own body. Null if the body was not altered or nothing was sent. */
  readonly sentBody: string | null;
}

/** One delivery attempt. */
export interface Attempt {
  /** Number of the attempt, counted from 1, including manual re-sends. */
  readonly number: number;
  /**
   * True for an operator's re-send, which is an additional attempt and does not change the schedule (reading:
   * Callbacks).
   */
  readonly manual: boolean;
  /** URL of the attempt. A re-send can use another URL than the schedule. */
  readonly url: string;
  readonly startedAt: number;
  /** Duration of the whole exchange in real milliseconds. */
  readonly durationMs: number;
  /** HTTP status, or null if no status line arrived. */
  readonly status: number | null;
  /** First 64 KB of the response body as a string, or null if no response arrived. */
  readonly responseBody: string | null;
  /** Headers of the response. Absent if no response arrived, and in records of older versions. */
  readonly responseHeaders?: readonly AnswerHeader[] | undefined;
  readonly ok: boolean;
  /** Reason why the attempt failed, or a note about a successful but unusual response. Otherwise null. */
  readonly reason: string | null;
  /** The fault of the attempt, or null. */
  readonly fault: AttemptFault | null;
}
