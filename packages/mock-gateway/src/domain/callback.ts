import type { CallbackFormat } from '@inrgate/sdk/internal';

/** What a callback is about. */
export const callbackKinds = ['payin', 'payout', 'link', 'test'] as const;
/** What a callback is about, which decides its key and what counts as received. */
export type CallbackKind = (typeof callbackKinds)[number];

/** One per order and event; `test` is the panel's "Test endpoint" (spec: Delivery rules 6). */
export const callbackEvents = [
  'payin.success',
  'payin.failed',
  'payout.processing',
  'payout.success',
  'payout.failed',
  'link.success',
  'test',
] as const;
/** What happened, or that the panel only tests. */
export type CallbackEvent = (typeof callbackEvents)[number];

/** Where a delivery stands. */
export const callbackStates = ['pending', 'delivering', 'delivered', 'failed', 'undeliverable'] as const;
/** `undeliverable` has no address, `failed` was given up. */
export type CallbackState = (typeof callbackStates)[number];

/** What a fault can do to an attempt on purpose (contract: A fault, for `callback`). */
export const attemptFaultKinds = ['delay', 'drop', 'duplicate', 'tamper'] as const;

/** A callback as the event fixed it: every retry and re-send sends these bytes (reading: Callbacks). */
export interface NewCallback {
  readonly id: string;
  readonly kind: CallbackKind;
  readonly event: CallbackEvent;
  readonly mchId: string;
  /** null for a test callback. */
  readonly orderNo: string | null;
  /** The merchant's own number of it, as the body says it; null for a link that has none. */
  readonly mchOrderNo: string | null;
  /** Where the schedule sends it; null when there is nowhere: recorded as undeliverable. */
  readonly url: string | null;
  readonly format: CallbackFormat;
  readonly body: string;
  readonly createdAt: number;
}

/** A callback and what has become of it. */
export interface Callback extends NewCallback {
  readonly state: CallbackState;
  /** Epoch ms on the gateway's clock; null when nothing is scheduled. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly Attempt[];
}

/** A header of a receiver's answer, secrets masked. */
export type AnswerHeader = readonly [name: string, value: string];

/** What a fault did to an attempt on purpose (contract: A fault, for `callback`). */
export interface AttemptFault {
  /** The fault's, which may be gone since. */
  readonly id: string;
  readonly kind: (typeof attemptFaultKinds)[number];
  /** How often the callback was sent: not at all, once or twice. */
  readonly sent: number;
  /** What was sent in the place of the callback's body; null where that was sent, or nothing. */
  readonly sentBody: string | null;
}

/** One delivery attempt. */
export interface Attempt {
  /** Counts from 1; manual re-sends count on. */
  readonly number: number;
  /** An operator's re-send is one extra attempt; the schedule stays (reading: Callbacks). */
  readonly manual: boolean;
  /** Where it was sent: an operator's re-send may go elsewhere than the schedule. */
  readonly url: string;
  readonly startedAt: number;
  /** Real milliseconds, over the whole exchange. */
  readonly durationMs: number;
  /** null when no status line arrived. */
  readonly status: number | null;
  /** The first 64 KB of the answer, as text; null when none arrived. */
  readonly responseBody: string | null;
  /** What came with it; absent where they were not kept: before they were, and when none arrived. */
  readonly responseHeaders?: readonly AnswerHeader[] | undefined;
  readonly ok: boolean;
  /** Why it did not count, near misses named; for one that did, what is odd about the answer, or null. */
  readonly reason: string | null;
  /** null where none struck. */
  readonly fault: AttemptFault | null;
}
