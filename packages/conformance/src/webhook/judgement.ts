import { formatAmount } from '@inrgate/sdk/protocol';
import { type Acknowledgement, bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import type { CheckedKind } from './callback-writer.ts';
import type { ExpectedCredit, Step } from './case.ts';
import type { Answer } from './check-run.ts';
import { creating } from './remedies.ts';
import type { Credits, Visit } from './shop-calls.ts';

/** What a finding costs the merchant, the highest cost first. The report lists the findings in this order. */
export const costs = [
  'a forged callback is credited',
  'an unpaid order is credited',
  'an order is credited twice',
  'a wrong amount is credited',
  'a forged callback is acknowledged',
  'a payment is lost',
  'a genuine callback is rejected',
] as const;

export type Cost = (typeof costs)[number];

/** One finding of a case. The most serious finding determines the status of the case. */
export interface Found {
  readonly status: 'fail' | 'warn' | 'skip' | 'pass';
  readonly text: string;
  readonly cost?: Cost;
  /** Fix that replaces the fix of the case. */
  readonly fix?: string;
  /** Fix that is shown before the fix of the case. */
  readonly firstFix?: string;
}

export interface Delivered {
  readonly step: Step;
  readonly answers: readonly Answer[];
  /** Responses to all callbacks of the moment, if the step sends another callback too. */
  readonly beside?: readonly Answer[];
}

/** Judges the responses to a step. A case with an acknowledged forgery fails, even if the probe shows no credit. */
export function foundByAnswers(
  { step, answers }: Delivered,
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
        : [rejected(`${what} is not acknowledged: ${refused.acknowledgement.reason}`)];
    case 'one':
      return accepted.length > 0 || refused === undefined
        ? []
        : [rejected(`${what}: no callback is acknowledged: ${refused.acknowledgement.reason}`)];
    case 'refused':
      if (accepted.length === 0) return answers.flatMap((answer) => foundByRefusal(what, answer));
      return [
        fail(
          `${what} is acknowledged with success, ${seesNone ? unverified : genuine}`,
          'a forged callback is acknowledged',
        ),
      ];
  }
}

export function lost(text: string): Found {
  return fail(text, 'a payment is lost');
}

export function rejected(text: string): Found {
  return fail(text, 'a genuine callback is rejected');
}

const genuine = 'as if it were genuine';
/** Fixes of a credit that is wrong even for the plain callback, so the fix of another case would mislead. */
export const creditFixes: Readonly<Record<CheckedKind, string>> = {
  payin:
    'Credit paidAmount, not amount or netAmount, exactly once. Store the credit in the transaction that handles the callback, before you return success.',
  payout:
    'Record amount, not totalDebit, exactly once, whether or not a processing callback came before. Store it before you return success.',
  link: 'Credit amount exactly once. Store the credit in the transaction that handles the callback, before you return success.',
};

const unverified =
  'although it is not credited: a genuine callback that was damaged in transit would be lost';

/**
 * Judges whether the endpoint rejected a callback, which requires a response. A broken connection or a timeout proves
 * nothing.
 */
function foundByRefusal(what: string, { result, acknowledgement }: Answer): readonly Found[] {
  return result.failure === null
    ? []
    : [{ status: 'warn', text: `${what} is neither rejected nor acknowledged: ${acknowledgement.reason}` }];
}

/** Judges the responses of the return page. Only a page that responds can credit an order. */
export function foundByVisits(
  visits: readonly Visit[],
  { ownOrders }: { readonly ownOrders: boolean },
): readonly Found[] {
  const broken = visits.find(({ status }) => status === null || status >= 400);
  if (broken === undefined) return [];
  const { status } = broken;
  if (status === null) return [{ status: 'warn', text: 'the return page does not respond' }];
  const text = `the return page returns status ${status}`;
  if (ownOrders || status >= 500) return [{ status: 'warn', text }];
  return [{ status: 'skip', text: `${text}: if the shop does not know the order, ${creating}` }];
}

interface CreditContext {
  readonly seesCredits: boolean;
  /** Cost of a credit in a case that expects none. */
  readonly unexpected?: Cost;
  /** True if the endpoint acknowledged every callback that it must acknowledge. */
  readonly isAcknowledged?: boolean;
}

/** Judges the credits of the case's orders. Returns null if they are correct. */
export function foundByCredits(
  expected: ExpectedCredit,
  credits: Credits,
  { seesCredits, unexpected = 'an unpaid order is credited', isAcknowledged = true }: CreditContext,
): Found | null {
  const { count, amount, status, statusBefore } = credits;
  const done = doneTo(credits);
  const payer = credits.kind === 'payout' ? 'the beneficiary received' : 'the customer paid';
  if (count < 0 || amount < 0n) {
    return fail(`the shop reversed ${formatAmount(-amount)} that was ${done}`, 'a payment is lost');
  }
  const total = `the order was ${done} ${times(count)}, with ${formatAmount(amount)} in total`;
  const overpaid = (cost: Cost) =>
    fail(
      expected.kind === 'nothing'
        ? `${total}; the order must not be ${done}`
        : `${total}; ${payer} ${formatAmount(expected.amount)} once`,
      cost,
    );
  const wrong = () => overpaid(count > 1 ? 'an order is credited twice' : 'a wrong amount is credited');
  switch (expected.kind) {
    case 'nothing':
      if (count === 0 && amount === 0n) break;
      return overpaid(unexpected);
    case 'at most':
      if (count > 1 || amount > expected.amount) return wrong();
      break;
    case 'once or nothing':
      if (count > 0 && (count > 1 || amount !== expected.amount)) return wrong();
      break;
    case 'once':
      if (count === 0) {
        // The finding about the response already explains the missing credit.
        if (!isAcknowledged) return null;
        return seesCredits
          ? fail(
              `the order is paid and the shop acknowledged the callback, but the order is not ${done}`,
              'a payment is lost',
            )
          : { status: 'skip', text: unseen };
      }
      if (count !== 1 || amount !== expected.amount) return wrong();
  }
  if (status === undefined) return null;
  if ('storesStatus' in expected && status === statusBefore) {
    return {
      status: 'warn',
      text: `the shop acknowledged the callback, but its state is still ${status ?? 'null'}`,
    };
  }
  if (!('status' in expected) || expected.status === undefined || status === expected.status) return null;
  if (!isAcknowledged) return null;
  return seesCredits
    ? fail(`the shop stored the state ${status ?? 'null'}; expected ${expected.status}`, 'a payment is lost')
    : { status: 'skip', text: unseen };
}

function fail(text: string, cost: Cost): Found {
  return { status: 'fail', text, cost };
}

function doneTo({ kind }: Credits): string {
  return kind === 'payout' ? 'recorded as paid' : 'credited';
}

export const unseen = `the probe shows no credit: if the shop does not know the order, ${creating}`;

/** Message that a probe is missing for this kind. */
export function unobserved(kind: CheckedKind): string {
  return kind === 'payout'
    ? 'the response is correct. Set a payout probe to check the recorded state too (--payout-probe, or Payout probe URL on the dashboard)'
    : 'the response is correct. Set a probe to check the credits too (--probe, or Probe URL on the dashboard)';
}

/**
 * Returns how certain it is that responses overlapped. `0` is no evidence. `1` means that a response overtook an
 * earlier response, which the network can cause. `2` means that the endpoint rejected the forgery first. Only
 * acknowledgements and the rejection of the forgery count, because any other response can come from a rate limiter.
 *
 * @param answers responses in the order of sending, with the response to the forged callback last
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

/** Message that the endpoint processed ten callbacks sequentially, as `php -S` does. */
export const inTurn =
  'no two responses overlapped, so concurrency was not observed. Start the endpoint with several workers (PHP: PHP_CLI_SERVER_WORKERS=4 php -S …)';

export function creditedInWords(credits: Credits): string {
  const { count, amount, status } = credits;
  const done = doneTo(credits);
  const text = count === 0 ? `not ${done}` : `${done} ${times(count)}, with ${formatAmount(amount)}`;
  return status === undefined ? text : `${text}, state ${status ?? 'null'}`;
}

/**
 * Returns a note about an unusual but accepted response, or null. Delivery rule 1 requires the plain text `success`,
 * and rule 2 accepts any body that contains it (spec: Delivery rules).
 */
export function oddityOf(result: DeliveryResult, { reason }: Acknowledgement): string | null {
  const text = bodyText(result.body) ?? '';
  if (text === 'success') return null;
  if (reason !== null) return reason;
  if (text.trim() === 'success') return 'accepted, but white space or a line break surrounds success';
  if (text.trim() === '"success"') return 'accepted, but success is a quoted JSON string';
  return 'accepted because the body contains success, but the rule requires exactly the plain text success';
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
