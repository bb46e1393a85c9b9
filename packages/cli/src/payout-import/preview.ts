import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { paymentText } from './destination.ts';
import { coveredBy, type Plan, type Totals } from './plan.ts';
import type { PayoutRow } from './rows.ts';
import { linesText } from './wording.ts';

/** Maximum number of warnings about repeated payments. */
const mostRepeats = 5;

export interface Preview {
  readonly plan: Plan;
  readonly totals: Totals;
  /** Balance of the wallet, in INR with two decimals. */
  readonly available: string;
  readonly dailyLimit: Paise;
  /** Total in paise that this import has paid today. */
  readonly today: Paise;
  readonly requestsPerMinute: number;
}

/** Values of the preview, with their labels. */
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
    'already sent': plan.settled.length === 0 ? '' : String(plan.settled.length),
    amount: formatAmount(totals.amount),
    fees: formatAmount(totals.fee),
    'total debit': formatAmount(totals.totalDebit),
    balance: available,
    duration: minutes === 0 ? '' : `about ${minutes} min at ${requestsPerMinute} requests per minute`,
    'daily limit': `${formatAmount(dailyLimit)}${today === 0n ? '' : `, ${formatAmount(today)} used by this file`}`,
  };
}

/** Warnings before the confirmation, each with its consequence. */
export function warnings({ plan, totals, available, dailyLimit, today }: Preview): readonly string[] {
  const covered = coveredBy(available, plan.left);
  const found: readonly (string | false)[] = [
    covered < plan.left.length &&
      `the balance ${available} is below the total of ${formatAmount(totals.totalDebit)}. The balance covers the first ${covered} of ` +
        `${plan.left.length} rows. The import stops after these rows. After a top-up, run the import again`,
    today + totals.amount > dailyLimit &&
      `the total of ${formatAmount(today + totals.amount)} is above the daily limit of ${formatAmount(dailyLimit)} ` +
        '(--daily-limit). The import stops when the gateway rejects a row. Run the import again on the next day',
    ...samePayments([...plan.settled, ...plan.left])
      .slice(0, mostRepeats)
      .map((lines) => `${linesText(lines)} have the same amount and destination`),
  ];
  return found.filter((warning) => warning !== false);
}

/** Lists the lines of rows that differ only in their order number. */
function samePayments(rows: readonly PayoutRow[]): readonly (readonly number[])[] {
  const alike = Map.groupBy(rows, paymentText);
  return [...alike.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ line }) => line));
}
