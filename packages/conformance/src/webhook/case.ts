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
 * The expected response to a delivery. `one`: at least one of several is acknowledged, because the endpoint may request a
 * retry for the rest. `either` does not count.
 */
export type ExpectedAnswer = 'acknowledged' | 'refused' | 'one' | 'either';

/** One delivery, or the same several times at once. */
export interface Step {
  /** Description with the article: `a failed pay-in`. */
  readonly what: string;
  readonly body: string;
  readonly expected: ExpectedAnswer;
  /** Number of simultaneous deliveries. Default 1. */
  readonly times?: number;
  /** Number of times that the customer opens the return page meanwhile. Default 0. */
  readonly visits?: number;
}

/** The customer opens the return page, once or several times at the same moment. */
export interface VisitStep {
  readonly what: string;
  readonly visits: number;
}

/** The total credit of the case's orders after its steps. For a payout, the amount recorded as paid. */
export type ExpectedCredit =
  /** Once, with the paid amount. */
  | { readonly kind: 'once'; readonly amount: Paise; readonly status?: PayoutStatus }
  /** Held, or credited once with at most the paid amount. */
  | { readonly kind: 'at most'; readonly amount: Paise }
  | { readonly kind: 'nothing'; readonly status?: PayoutStatus };

/** The state that a shop must store for a payout. */
type PayoutStatus = 'success' | 'failed';

interface CaseTexts {
  /** Stable: `--case ID`. */
  readonly id: string;
  /** The expected behaviour, in plain words. */
  readonly title: string;
  /** Why it matters to the merchant. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
  /** The line of code that follows the fix if a language is chosen. */
  readonly code?: RemedyName;
}

/** A plain callback. The remaining cases of its kind need an acknowledged one, because otherwise a refusal shows nothing. */
export interface PlainCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly plain: CallbackFormat;
  /** The test callback of the merchant dashboard (spec: Delivery rules 6). */
  readonly test?: true;
}

/** Callbacks that are sent in turn, and the expected result. */
export interface SentCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly steps: (material: CaseMaterial) => readonly (Step | VisitStep)[];
  readonly credit: (material: CaseMaterial) => ExpectedCredit;
  /** The case is about credits. Without a probe only its responses are visible. */
  readonly aboutCredit?: true;
  /** The case compares with the shop's own order, so a generated order shows nothing. */
  readonly needsKnownOrder?: true;
  /** The case is about an unknown order. It shows nothing if all orders are generated. */
  readonly aboutUnknownOrder?: true;
  /** Opens the return page, and runs only if its URL is known. */
  readonly needsReturnUrl?: true;
  /** Repeats the order of the plain case instead of a new one. */
  readonly againFirst?: true;
  /** A finding is a warning, because the specification does not decide it. */
  readonly onlyWarns?: true;
  /** Format to which the case is limited. */
  readonly format?: CallbackFormat;
  /** Needs both keys. */
  readonly needsBothKeys?: true;
}

/** Measures the responses of the cases before it. */
export interface TimedCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly timed: true;
}

/** One part of the path to the endpoint, which every kind of callback takes. */
export interface PathCase extends CaseTexts {
  readonly id: PathId;
  readonly kind: 'path';
}

/** One case for a merchant's endpoint, of one of four types. */
export type WebhookCase = PathCase | PlainCase | SentCase | TimedCase;
