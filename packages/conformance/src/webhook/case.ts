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
 * The expected response to a delivery. `one`: the endpoint acknowledges at least one of several copies, because it may
 * request a retry of the others. `either`: any response is correct.
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

/** The total credit of the case's orders after its steps. For a payout, this is the amount recorded as paid. */
export type ExpectedCredit =
  /** One credit of the paid amount. */
  | { readonly kind: 'once'; readonly amount: Paise; readonly status?: PayoutStatus }
  /** No credit, or one credit of at most the paid amount. */
  | { readonly kind: 'at most'; readonly amount: Paise }
  | { readonly kind: 'nothing'; readonly status?: PayoutStatus };

/** The state that a shop must store for a payout. */
type PayoutStatus = 'success' | 'failed';

interface CaseTexts {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly code?: RemedyName;
}

/**
 * A plain callback. The other cases of its kind run only if the endpoint acknowledges it, because a rejection would
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
  /** True for a case about credits, which only a probe shows. */
  readonly aboutCredit?: true;
  /** True for a case that compares with the shop's own order, so a generated order is useless. */
  readonly needsKnownOrder?: true;
  /** True for a case about an unknown order, which is useless if all orders are generated. */
  readonly aboutUnknownOrder?: true;
  /** True for a case that opens the return page, so it needs the page's URL. */
  readonly needsReturnUrl?: true;
  /** True for a case that repeats the order of the plain case. */
  readonly againFirst?: true;
  /** True for a case that only warns, because the specification does not decide it. */
  readonly onlyWarns?: true;
  readonly format?: CallbackFormat;
  readonly needsBothKeys?: true;
}

/** A case that measures the responses of the previous cases. */
export interface TimedCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly timed: true;
}

/** One part of the path to the endpoint, common to every kind of callback. */
export interface PathCase extends CaseTexts {
  readonly id: PathId;
  readonly kind: 'path';
}

/** One case for a merchant's endpoint, of one of four types. */
export type WebhookCase = PathCase | PlainCase | SentCase | TimedCase;
