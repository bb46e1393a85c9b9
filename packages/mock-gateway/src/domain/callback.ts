import type { CallbackFormat } from '@inrgate/sdk/internal';

/** Kind of order of a callback. */
export const callbackKinds = ['payin', 'payout', 'link', 'test'] as const;
/** Kind of order of a callback. It decides the signing key and the required response. */
export type CallbackKind = (typeof callbackKinds)[number];

/** One per order and event. `test` is "Test endpoint" of the merchant dashboard (spec: Delivery rules 6). */
export const callbackEvents = [
  'payin.success',
  'payin.failed',
  'payout.processing',
  'payout.success',
  'payout.failed',
  'link.success',
  'test',
] as const;
/** Event that a callback reports; `test` for a test from the merchant dashboard. */
export type CallbackEvent = (typeof callbackEvents)[number];

/** State of a delivery. */
export const callbackStates = ['pending', 'delivering', 'delivered', 'failed', 'undeliverable'] as const;
/** `undeliverable` has no URL. `failed` has no attempt left. */
export type CallbackState = (typeof callbackStates)[number];

/** Effects of a fault on an attempt (contract: A fault, for `callback`). */
export const attemptFaultKinds = ['delay', 'drop', 'duplicate', 'tamper'] as const;

/** A callback, unchanged since its event. Every retry and re-send sends these bytes (reading: Callbacks). */
export interface NewCallback {
  readonly id: string;
  readonly kind: CallbackKind;
  readonly event: CallbackEvent;
  readonly mchId: string;
  /** null for a test callback. */
  readonly orderNo: string | null;
  /** Order number of the merchant as in the body; null for a link without a reference. */
  readonly mchOrderNo: string | null;
  /** URL of the schedule; null if there is none and the callback is undeliverable. */
  readonly url: string | null;
  readonly format: CallbackFormat;
  readonly body: string;
  readonly createdAt: number;
}

/** A callback with its state. */
export interface Callback extends NewCallback {
  readonly state: CallbackState;
  /** Epoch ms on the gateway's clock; null when nothing is scheduled. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly Attempt[];
}

/** A header of a receiver's response, secrets masked. */
export type AnswerHeader = readonly [name: string, value: string];

/** Effect of a fault on an attempt (contract: A fault, for `callback`). */
export interface AttemptFault {
  /** ID of the fault, which may be removed in the meantime. */
  readonly id: string;
  readonly kind: (typeof attemptFaultKinds)[number];
  /** Number of sends: 0, 1 or 2. */
  readonly sent: number;
  /** Body that was sent in place of the callback's body; null if it was the same or nothing was sent. */
  readonly sentBody: string | null;
}

/** One delivery attempt. */
export interface Attempt {
  /** Starts at 1. Manual re-sends are counted too. */
  readonly number: number;
  /** An operator's re-send is one extra attempt and does not change the schedule (reading: Callbacks). */
  readonly manual: boolean;
  /** URL of the attempt. A re-send can use another URL than the schedule. */
  readonly url: string;
  readonly startedAt: number;
  /** Real milliseconds, over the whole exchange. */
  readonly durationMs: number;
  /** null when no status line arrived. */
  readonly status: number | null;
  /** First 64 KB of the response as a string; null if none arrived. */
  readonly responseBody: string | null;
  /** Headers of the response; absent for old records and if no response arrived. */
  readonly responseHeaders?: readonly AnswerHeader[] | undefined;
  readonly ok: boolean;
  /** Reason why it did not count, with near misses. For a success: anything unusual in the response, or null. */
  readonly reason: string | null;
  /** null where none struck. */
  readonly fault: AttemptFault | null;
}
