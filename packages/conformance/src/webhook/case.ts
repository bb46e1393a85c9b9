import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CallbackWriter } from './callback-writer.ts';
import type { CheckedKind, CheckedOrder } from './order.ts';
import type { RemedyName } from './remedies.ts';

/** What a case makes its deliveries of. */
export interface CaseMaterial {
  readonly order: CheckedOrder;
  /** Another one, made up, which the shop does not know. */
  readonly other: CheckedOrder;
  /** What the endpoint takes. */
  readonly format: CallbackFormat;
  readonly write: CallbackWriter;
}

/**
 * How a delivery is to be answered. `one`: of several at once at least one is acknowledged, as the others may be told to
 * come again. `either` does not count.
 */
export type ExpectedAnswer = 'acknowledged' | 'refused' | 'one' | 'either';

/** One delivery, or the same several times at once. */
export interface Step {
  /** In words, with its article: `a failed pay-in`. */
  readonly what: string;
  readonly body: string;
  readonly expected: ExpectedAnswer;
  /** At once. Default 1. */
  readonly times?: number;
}

/** What the case's orders are credited with in all by its steps; of a payout, what is recorded as paid. */
export type ExpectedCredit =
  /** Once, with the amount that was paid. */
  | { readonly kind: 'once'; readonly amount: Paise; readonly status?: PayoutStatus }
  /** Held back, or once with no more than was paid. */
  | { readonly kind: 'at most'; readonly amount: Paise }
  | { readonly kind: 'nothing'; readonly status?: PayoutStatus };

/** The state that a shop has to store of a payout. */
type PayoutStatus = 'success' | 'failed';

interface CaseTexts {
  /** Stable: `--case ID`. */
  readonly id: string;
  /** What has to hold, in plain words. */
  readonly title: string;
  readonly kind: CheckedKind;
  /** Why it matters to the merchant. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
  /** The line of code that follows the fix, where a language is chosen. */
  readonly code?: RemedyName;
}

/** A plain callback. All other cases of its kind need one that is acknowledged: else a refusal shows nothing. */
export interface PlainCase extends CaseTexts {
  readonly plain: CallbackFormat;
  /** The panel's "Test endpoint" (spec: Delivery rules 6). */
  readonly test?: true;
}

/** What is sent in turn, and what must come of it. */
export interface SentCase extends CaseTexts {
  readonly steps: (material: CaseMaterial) => readonly Step[];
  readonly credit: (material: CaseMaterial) => ExpectedCredit;
  /** The case is about the credit: without a probe nothing of it is seen but the answers. */
  readonly aboutCredit?: true;
  /** It compares with what the shop has, so that a made-up order shows nothing. */
  readonly needsKnownOrder?: true;
  /** It is about an order that no shop has: nothing to see where all of them are made up. */
  readonly aboutUnknownOrder?: true;
  /** The order of the plain case is told again, instead of one of its own. */
  readonly againFirst?: true;
  /** A finding is a warning: the specification does not decide it. */
  readonly onlyWarns?: true;
  /** Only in this format. */
  readonly format?: CallbackFormat;
  /** Needs both keys. */
  readonly needsBothKeys?: true;
}

/** How long the endpoint took for the answers before. */
export interface TimedCase extends CaseTexts {
  readonly timed: true;
}

/** One thing that is tried on a merchant's endpoint, in one of the three ways. */
export type WebhookCase = PlainCase | SentCase | TimedCase;
