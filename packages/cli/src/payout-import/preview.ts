import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { paymentText } from './destination.ts';
import { coveredBy, type Plan, type Totals } from './plan.ts';
import type { PayoutRow } from './rows.ts';
import { linesText } from './wording.ts';

/** More of the same would hide the other warnings. */
const mostRepeats = 5;

/** What is known before anything is sent. */
export interface Preview {
  readonly plan: Plan;
  readonly totals: Totals;
  /** The wallet's, INR with two decimals. */
  readonly available: string;
  readonly dailyLimit: Paise;
  /** What this import has withdrawn today already. */
  readonly today: Paise;
  readonly requestsPerMinute: number;
}

/** What is about to be sent, by name. */
export function previewFields({
  plan,
  totals,
  available,
  dailyLimit,
  today,
  requestsPerMinute,
}: Preview): object {
  const minutes = Math.floor(plan.left.length / requestsPerMinute);
  return {
    rows: String(plan.left.length),
    'sent before': plan.settled.length === 0 ? '' : String(plan.settled.length),
    amount: formatAmount(totals.amount),
    fees: formatAmount(totals.fee),
    'total debit': formatAmount(totals.totalDebit),
    balance: available,
    duration: minutes === 0 ? '' : `about ${minutes} min, at ${requestsPerMinute} requests a minute`,
    'daily limit': `${formatAmount(dailyLimit)}${today === 0n ? '' : `, of which ${formatAmount(today)} by this file`}`,
  };
}

/** What a person should know before saying yes, each with what will happen. */
export function warnings({ plan, totals, available, dailyLimit, today }: Preview): readonly string[] {
  const covered = coveredBy(available, plan.left);
  const found: readonly (string | false)[] = [
    covered < plan.left.length &&
      `not enough balance: ${available} of ${formatAmount(totals.totalDebit)}. It covers the first ${covered} of ` +
        `${plan.left.length} rows; the import stops after them, and goes on when it is run again`,
    today + totals.amount > dailyLimit &&
      `over the daily limit: ${formatAmount(today + totals.amount)} of ${formatAmount(dailyLimit)}, if that is your ` +
        "account's (--daily-limit). The import stops where the gateway refuses, and goes on when it is run again " +
        'on another day',
    ...samePayments([...plan.settled, ...plan.left])
      .slice(0, mostRepeats)
      .map((lines) => `${linesText(lines)} send the same amount to the same destination`),
  ];
  return found.filter((warning) => warning !== false);
}

/** The lines of rows that differ in nothing but their number. */
function samePayments(rows: readonly PayoutRow[]): readonly (readonly number[])[] {
  const alike = Map.groupBy(rows, paymentText);
  return [...alike.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ line }) => line));
}
