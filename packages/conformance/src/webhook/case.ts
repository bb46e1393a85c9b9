import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CallbackWriter, CheckedKind, CheckedOrder } from './callback-writer.ts';
import type { PathId } from './path/response-signs.ts';
import type { RemedyName } from './remedies.ts';

/** The data from which a case builds its deliveries. */
export interface CaseMaterial {
  readonly order: CheckedOrder;
  /** A second order of the shop, if the case uses one. */
  readonly second: CheckedOrder | null;
  /** A generated order that the shop does not know. */
  readonly other: CheckedOrder;
  /** The format that the endpoint accepts. */
  readonly format: CallbackFormat;
  readonly write: CallbackWriter;
}

/**
 * The expected response to a delivery. `one`: the endpoint acknowledges at least one of several copies. It may request
 * a retry of the other copies. `either`: any response is correct.
 */
export type ExpectedAnswer = 'acknowledged' | 'refused' | 'one' | 'either';

/** One delivery, or several simultaneous deliveries of the same callback. */
export interface Step {
  /** Description of the callback, with the article: `a failed pay-in`. */
  readonly what: string;
  readonly body: string;
  readonly expected: ExpectedAnswer;
  /** Number of simultaneous deliveries. Default 1. */
  readonly times?: number;
  /** Body of another callback, sent first at the same moment. The endpoint may request a retry of either one. */
  readonly beside?: string;
  /** Number of times that the customer opens the return page during the delivery. Default 0. */
  readonly visits?: number;
  /** Fields in the query of the URL. */
  readonly query?: string;
  /** Default POST. */
  readonly method?: 'GET';
  /** Replaces the content type of the format. */
  readonly contentType?: string;
}

export function sends(what: string, body: string, expected: ExpectedAnswer = 'acknowledged'): Step {
  return { what, body, expected };
}

/** A step in which the customer opens the return page, once or several times simultaneously. */
export interface VisitStep {
  readonly what: string;
  readonly visits: number;
}

/** The total credit of the case's orders after all steps. `storesStatus`: the shop must store another status than before. For a payout, the amount that the shop recorded as paid. */
export type ExpectedCredit =
  /** One credit of the paid amount. */
  | { readonly kind: 'once'; readonly amount: Paise; readonly status?: PayoutStatus }
  /** No credit, or one credit of at most the paid amount. */
  | { readonly kind: 'at most'; readonly amount: Paise }
  /** No credit, or one credit of exactly this amount. */
  | { readonly kind: 'once or nothing'; readonly amount: Paise }
  | { readonly kind: 'nothing'; readonly status?: PayoutStatus; readonly storesStatus?: true };

/** Expects one credit of the order's amount. A payout must also be stored as paid. */
export function paidOnce({ kind, amount }: CheckedOrder): ExpectedCredit {
  return { kind: 'once', amount, ...(kind === 'payout' && { status: 'success' }) };
}
export const once = ({ order }: CaseMaterial) => paidOnce(order);
export const nothing = (): ExpectedCredit => ({ kind: 'nothing' });

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
 * A plain callback. The other cases of the kind run only if the endpoint acknowledges it. Otherwise, a rejection would
 * prove nothing.
 */
export interface PlainCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly plain: CallbackFormat;
  /** The test callback from the merchant dashboard (spec: Delivery rules 6). */
  readonly test?: true;
}

/** A sequence of callbacks, with the expected result. */
export interface SentCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly steps: (material: CaseMaterial) => readonly (Step | VisitStep)[];
  readonly credit: (material: CaseMaterial) => ExpectedCredit;
  /** True if the case concerns credits, which only a probe can show. */
  readonly aboutCredit?: true;
  /** True if the shop must compare the callback with its own order, so a generated order is not sufficient. */
  readonly needsKnownOrder?: true;
  /** True if the case concerns an unknown order. The case proves nothing if all orders are generated. */
  readonly aboutUnknownOrder?: true;
  /** True if the case opens the return page, so it needs the page's URL. */
  readonly needsReturnUrl?: true;
  /** True if the case repeats the order of the plain case. */
  readonly againFirst?: true;
  readonly usesSecondOrder?: true;
  /** True if a failure of the case is only a warning, because the specification does not decide it. */
  readonly onlyWarns?: true;
  /** Formats in which the case runs. By default, each format in which the endpoint acknowledges the plain callback. */
  readonly formats?: readonly CallbackFormat[];
  /** True if the case also runs in a format that the endpoint does not accept, because forgers choose the format. */
  readonly inEveryFormat?: true;
  /** Amounts of the orders, in paise. The case runs once for each amount. */
  readonly amounts?: readonly Paise[];
  /** Number of repetitions with a new order, for a case whose result depends on chance. */
  readonly rounds?: number;
  readonly needsBothKeys?: true;
}

/** A case that judges the durations of the responses in the other cases. */
export interface TimedCase extends CaseTexts {
  readonly kind: CheckedKind;
  readonly timed: true;
}

/** A case about one part of the path to the endpoint, which callbacks of every kind use. */
export interface PathCase extends CaseTexts {
  readonly id: PathId;
  readonly kind: 'path';
}

/** One case for a merchant's endpoint, of one of four types. */
export type WebhookCase = PathCase | PlainCase | SentCase | TimedCase;
