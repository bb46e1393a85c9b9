import { didYouMean } from '@inrgate/sdk/basics';
import {
  type Check,
  type CheckProgress,
  type CheckReport,
  type CheckStatus,
  countsOf,
  invalidOption,
} from '../findings/report.ts';
import type { WebhookCase } from './case.ts';
import { webhookCases } from './cases.ts';
import { CheckRun } from './check-run.ts';
import { costs, type Found } from './judgement.ts';
import { type CheckSetup, type CheckWebhookOptions, setupOf } from './options.ts';
import { fixIn } from './remedies.ts';
import { runCase } from './run-case.ts';

/**
 * Sends genuine and forged callbacks to a merchant's endpoint. Judges its responses and, with a probe, its credits. The
 * orders are generated, so use a test shop.
 *
 * @throws {CheckError} for an invalid option, an unreachable endpoint, or a failed probe or order
 */
export async function checkWebhook(url: string, options: CheckWebhookOptions): Promise<CheckReport> {
  const setup = setupOf(url, options);
  const checks: Check[] = [];
  for await (const progress of runCases(setup)) {
    options.onProgress?.(progress);
    if (progress.check !== null) checks.push(progress.check);
  }
  return { ...countsOf(checks), checks: byCost(checks) };
}

const ranks: readonly string[] = ['fail', 'warn'] satisfies readonly CheckStatus[];

/** Sorts the findings by their cost, the highest cost first. The other cases follow in the order of execution. */
export function byCost<One extends Pick<Check, 'cost'> & { readonly status: string }>(
  checks: readonly One[],
): readonly One[] {
  const order: readonly (string | undefined)[] = [...costs, undefined];
  const rank = ({ status, cost }: One) => {
    const at = ranks.indexOf(status);
    return (at < 0 ? ranks.length : at) * order.length + (at < 0 ? 0 : order.indexOf(cost));
  };
  return checks.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Runs the chosen cases sequentially. Yields the progress before and after each case.
 *
 * @throws {CheckError} the errors of `checkWebhook`, or the signal's reason after an abort
 */
export async function* runCases(setup: CheckSetup): AsyncGenerator<CheckProgress, void> {
  const cases = chosenCases(setup);
  const run = new CheckRun(setup);
  for (const [done, one] of cases.entries()) {
    setup.signal.throwIfAborted();
    const { id, title } = one;
    const at = { total: cases.length, id, title };
    yield { ...at, done, check: null };
    yield { ...at, done: done + 1, check: await checked(run, one) };
  }
}

/**
 * The cases to run, in order.
 *
 * @throws {CheckError} `invalid_option` for an unknown id
 */
export function chosenCases({
  cases: ids,
  kinds,
  returnUrl,
}: Pick<CheckSetup, 'cases' | 'kinds' | 'returnUrl'>): readonly WebhookCase[] {
  const unknown = ids?.find((id) => webhookCases.every((one) => one.id !== id));
  if (unknown !== undefined) {
    const near = didYouMean(
      unknown,
      webhookCases.map(({ id }) => id),
    );
    invalidOption(
      `unknown case ${JSON.stringify(unknown)}${near}; to list the cases: inrgate check webhook --list`,
    );
  }
  return webhookCases.filter((one) => {
    if (one.kind !== 'path' && !kinds.includes(one.kind)) return false;
    if (ids !== undefined) return ids.includes(one.id);
    return returnUrl !== undefined || !('needsReturnUrl' in one);
  });
}

const severity: readonly CheckStatus[] = ['fail', 'warn', 'skip', 'pass'];

async function checked(run: CheckRun, one: WebhookCase): Promise<Check> {
  const { id, title, why } = one;
  const { found, exchanges } = await runCase(run, one);
  const status = severity.find((candidate) => found.some((each) => each.status === candidate)) ?? 'pass';
  const worst = found.filter((each) => each.status === status);
  const message = [...new Set(worst.map(({ text }) => text))].join('; ');
  const cost = costs.find((each) => worst.some((finding) => finding.cost === each));
  const fix = fixOf(worst, fixIn(one, run.setup.language));
  const isFinding = status === 'fail' || status === 'warn';
  const reasons = { ...(cost !== undefined && { cost }), why, fix };
  return { id, title, status, message, ...(isFinding && reasons), exchanges };
}

/** Returns the fix of the case, unless a finding contains a better fix. */
function fixOf(found: readonly Found[], fix: string): string {
  const own = found.find((each) => each.fix !== undefined)?.fix;
  const first = found.find((each) => each.firstFix !== undefined)?.firstFix;
  return own ?? (first === undefined ? fix : `${first} If the shop knows the orders: ${fix}`);
}
