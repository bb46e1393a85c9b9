import { formatAmount } from '@inrgate/sdk/protocol';
import type { ExpectedCredit, Step } from './case.ts';
import type { Answer, CheckRun } from './check-run.ts';
import type { Credits } from './probe.ts';
import { times } from './told.ts';

/** What one look at a case found. The worst of them is the case's status. */
export interface Found {
  readonly status: 'fail' | 'warn' | 'skip' | 'pass';
  readonly text: string;
}

/** A step with the answers to it. */
export interface Played {
  readonly step: Step;
  readonly answers: readonly Answer[];
}

/** Judges the answers to a step; what a refusal is worth depends on whether nothing was seen to be credited. */
export function foundByAnswers(
  { step, answers }: Played,
  { credits, run }: { readonly credits: Credits | null; readonly run: CheckRun },
): readonly Found[] {
  const { what, expected } = step;
  const accepted = answers.filter(({ acknowledgement }) => acknowledgement.ok);
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
      return run.seesCredits && credits?.count === 0
        ? [{ status: 'warn', text: `${what} is answered success, though it is not credited` }]
        : [{ status: 'fail', text: `${what} is answered success, as if it were genuine` }];
  }
}

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
  const { count, amount } = credits;
  const fail = (text: string): Found => ({ status: 'fail', text });
  if (expected.kind === 'not looked at') return null;
  if (count < 0 || amount < 0n) return fail(`${formatAmount(-amount)} of what was credited was taken back`);
  const with_ = `${times(count)}, with ${formatAmount(amount)} in all`;
  switch (expected.kind) {
    case 'nothing':
      return count === 0 && amount === 0n ? null : fail(`it was credited ${with_}, and should not have been`);
    case 'at most':
      if (count === 0) return null;
      return count === 1 && amount <= expected.amount
        ? null
        : fail(`it was credited ${with_}; ${formatAmount(expected.amount)} was paid, once`);
    case 'once':
      if (count === 0) {
        return seesCredits
          ? fail('it is paid and acknowledged, and in the end it is not credited')
          : { status: 'skip', text: unseen };
      }
      return count === 1 && amount === expected.amount
        ? null
        : fail(`it was credited ${with_}; ${formatAmount(expected.amount)} was paid, once`);
  }
}

/** No credit, of an order that the shop may not know. */
export const unseen =
  'the probe sees no credit: if that is because the shop does not know the order, let the check make orders in it';

/** What the probe saw, in words. */
export function creditedInWords({ count, amount }: Credits): string {
  return count === 0 ? 'not credited' : `credited ${times(count)}, with ${formatAmount(amount)}`;
}
