import { formatAmount } from '@inrgate/sdk/protocol';
import { times } from './answer-words.ts';
import type { ExpectedCredit, Step } from './case.ts';
import type { Answer } from './check-run.ts';
import type { CheckedKind } from './order.ts';
import type { Credits } from './probe.ts';
import { creating } from './remedies.ts';

/** What one look at a case found. The worst of them is the case's status. */
export interface Found {
  readonly status: 'fail' | 'warn' | 'skip' | 'pass';
  readonly text: string;
  /** Replaces the fix of the case. */
  readonly fix?: string;
  /** Comes before the fix of the case. */
  readonly firstFix?: string;
}

/** A step with the answers to it. */
export interface Played {
  readonly step: Step;
  readonly answers: readonly Answer[];
}

/** Judges the answers to a step. A forgery that is acknowledged fails, also where a probe sees that nothing was credited. */
export function foundByAnswers(
  { step, answers }: Played,
  { credits, seesCredits }: { readonly credits: Credits | null; readonly seesCredits: boolean },
): readonly Found[] {
  const { what, expected } = step;
  const accepted = answers.filter(({ acknowledgement }) => acknowledgement.ok);
  const seesNone = seesCredits && credits?.count === 0;
  const [refused] = answers.filter(({ acknowledgement }) => !acknowledgement.ok);
  switch (expected) {
    case 'either':
      return [];
    case 'acknowledged':
      return refused === undefined
        ? []
        : [{ status: 'fail', text: `${what} is not acknowledged: ${refused.acknowledgement.reason}` }];
    case 'one':
      return accepted.length > 0 || refused === undefined
        ? []
        : [{ status: 'fail', text: `${what}: not one is acknowledged: ${refused.acknowledgement.reason}` }];
    case 'refused':
      if (accepted.length === 0) return answers.flatMap((answer) => foundByRefusal(what, answer));
      return [{ status: 'fail', text: `${what} is answered success, ${seesNone ? unverified : genuine}` }];
  }
}

const genuine = 'as if it were genuine';
const unverified = 'though it is not credited: a genuine callback that was damaged on the way would be lost';

/** A refusal is an answer: what breaks off, or takes all the time, may have been anything. */
function foundByRefusal(what: string, { result, acknowledgement }: Answer): readonly Found[] {
  return result.failure === null
    ? []
    : [{ status: 'warn', text: `${what} is not refused, but gets no answer: ${acknowledgement.reason}` }];
}

/** Judges what the case's orders were credited with; null where nothing can be said against it. */
export function foundByCredits(
  expected: ExpectedCredit,
  credits: Credits,
  { seesCredits }: { readonly seesCredits: boolean },
): Found | null {
  const { count, amount, status } = credits;
  const done = doneTo(credits);
  if (count < 0 || amount < 0n) return fail(`${formatAmount(-amount)} of what was ${done} was taken back`);
  const with_ = `it was ${done} ${times(count)}, with ${formatAmount(amount)} in all`;
  switch (expected.kind) {
    case 'nothing':
      if (count !== 0 || amount !== 0n) return fail(`${with_}, and should not have been`);
      break;
    case 'at most':
      if (count > 1 || amount > expected.amount) {
        return fail(`${with_}; ${formatAmount(expected.amount)} was paid, once`);
      }
      break;
    case 'once':
      if (count === 0) {
        return seesCredits
          ? fail(`it is paid and acknowledged, and in the end it is not ${done}`)
          : { status: 'skip', text: unseen };
      }
      if (count !== 1 || amount !== expected.amount) {
        return fail(`${with_}; ${formatAmount(expected.amount)} was paid, once`);
      }
  }
  if (!('status' in expected) || expected.status === undefined || status === undefined) return null;
  if (status === expected.status) return null;
  return seesCredits
    ? fail(`the shop stored the state ${status ?? 'null'}; it is ${expected.status}`)
    : { status: 'skip', text: unseen };
}

function fail(text: string): Found {
  return { status: 'fail', text };
}

/** Of a payout the probe tells a state, and nothing is credited. */
function doneTo({ status }: Credits): string {
  return status === undefined ? 'credited' : 'recorded as paid';
}

/** No credit, of an order that the shop may not know. */
export const unseen = `the probe sees nothing: if the shop does not know the order, ${creating}`;

/** No probe that could show it. */
export function unobserved(kind: CheckedKind): string {
  return kind === 'payout'
    ? 'answered as it should be; what the shop recorded is not observed without a probe for payouts (--payout-probe, on the dashboard Payout probe URL)'
    : 'answered as it should be; what was credited is not observed without a probe (--probe, on the dashboard Probe URL)';
}

/**
 * How much shows that responses overlapped. 0: nothing. 1: one ended before that of an earlier request, which happens
 * on the way, too. 2: the forgery was refused before all others. Only acknowledgements count, and that refusal: any
 * other response may be that of a rate limiter, which responds before the endpoint begins.
 *
 * @param answers in the order of sending; the last is that to a forged callback
 */
export function overlapOf(answers: readonly Answer[]): 0 | 1 | 2 {
  const forgery = answers.at(-1);
  const own = answers.filter((one) => (one === forgery ? isRefusal(one) : one.acknowledgement.ok));
  const ended = own.map(({ endedAs }) => endedAs);
  if (!ended.some((at, index) => at < (ended[index - 1] ?? 0))) return 0;
  return forgery?.endedAs === Math.min(...ended) ? 2 : 1;
}

function isRefusal({ result: { status } }: Answer): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 429;
}

/** Ten at once were ten in a row, as `php -S` handles them. */
export const inTurn =
  'no two responses overlapped, so concurrency was not observed: start the endpoint with several workers (PHP: PHP_CLI_SERVER_WORKERS=4 php -S …)';

/** What the probe saw, in words. */
export function creditedInWords(credits: Credits): string {
  const { count, amount, status } = credits;
  const done = doneTo(credits);
  const text = count === 0 ? `not ${done}` : `${done} ${times(count)}, with ${formatAmount(amount)}`;
  return status === undefined ? text : `${text}, state ${status ?? 'null'}`;
}
