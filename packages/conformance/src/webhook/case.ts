import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CallbackWriter } from './callback-writer.ts';
import type { CheckedKind, CheckedOrder } from './order.ts';
import type { PathId } from './path/obstacle.ts';
import type { RemedyName } from './remedies.ts';

/** The parts from which a case builds its deliveries. */
export interface CaseMaterial {
  readonly order: CheckedOrder;
  /** A generated order that the shop does not know. */
  readonly other: CheckedOrder;
  /** The format that the endpoint accepts. */
  readonly format: CallbackFormat;
  readonly write: CallbackWriter;
}

/**
 * The expected response to a delivery. `one`: the endpoint acknowledges at least one of several, because it may request
 * a retry for the rest. `either`: any response is correct.
 */
export type ExpectedAnswer = 'acknowledged' | 'refused' | 'one' | 'either';

/** One delivery, or several simultaneous copies. */
export interface Step {
  /** Description with the article: `a failed pay-in`. */
  readonly what: string;
  readonly body: string;
  readonly expected: ExpectedAnswer;
  /** Number of simultaneous deliveries. Default 1. */
  readonly times?: number;
  /** Number of times that the customer opens the return page during the delivery. Default 0. */
  readonly visits?: number;
}

/** A step in which the customer opens the return page, once or several times simultaneously. */
export interface VisitStep {
  readonly what: string;
  readonly visits: number;
}

/** The total credit of the case's orders after its steps. For a payout, it is the amount recorded as paid. */
export type ExpectedCredit =
  /** One credit of the paid amount. */
  | { readonly kind: 'once'; readonly amount: Paise; readonly status?: PayoutStatus }
  /** No credit, or one credit of at most the paid amount. */
  | { readonly kind: 'at most'; readonly amount: Paise }
  | { readonly kind: 'nothing'; readonly status?: PayoutStatus };

/** The state that a shop must store for a payout. */
type PayoutStatus = 'success' | 'failed';

interface CaseTexts {
  /** Stable identifier: `--case ID`. */
  readonly id: string;
  /** The expected behaviour, in plain words. */
  readonly title: string;
  /** Importance of the case for the merchant. */
  readonly why: string;
  /** Fix for a failed case. */
  readonly fix: string;
  /** The line of code after the fix, if a language is chosen. */
  readonly code?: RemedyName;
}

/**
 * A plain callback. The other cases of its kind require an acknowledged plain callback, because a refusal would
 * otherwise show nothing.
 */
export interface PlainCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly plain: CallbackFormat;
  /** The test callback of the merchant dashboard (spec: Delivery rules 6). */
  readonly test?: true;
}

/** A sequence of callbacks, and the expected result. */
export interface SentCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly steps: (material: CaseMaterial) => readonly (Step | VisitStep)[];
  readonly credit: (material: CaseMaterial) => ExpectedCredit;
  /** True for a case about credits. Without a probe, only its responses are visible. */
  readonly aboutCredit?: true;
  /** True for a case that compares with the shop's own order. A generated order shows nothing. */
  readonly needsKnownOrder?: true;
  /** True for a case about an unknown order. It shows nothing if all orders are generated. */
  readonly aboutUnknownOrder?: true;
  /** True for a case that opens the return page. It runs only if the page's URL is known. */
  readonly needsReturnUrl?: true;
  /** True for a case that repeats the order of the plain case. */
  readonly againFirst?: true;
  /** True for a case with warnings instead of failures, because the specification does not decide it. */
  readonly onlyWarns?: true;
  /** The only format of the case. */
  readonly format?: CallbackFormat;
  /** True for a case that requires both keys. */
  readonly needsBothKeys?: true;
}

/** A case that measures the responses of the previous cases. */
export interface TimedCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly timed: true;
}

/** One part of the path to the endpoint. Every kind of callback passes it. */
export interface PathCase extends CaseTexts {
  readonly id: PathId;
  readonly kind: 'path';
}

/** One case for a merchant's endpoint, of one of four types. */
export type WebhookCase = PathCase | PlainCase | SentCase | TimedCase;
