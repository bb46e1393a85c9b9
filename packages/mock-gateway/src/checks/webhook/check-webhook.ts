import type { WebhookCase } from './case.ts';
import { webhookCases } from './cases.ts';
import { CheckError } from './check-error.ts';
import { CheckRun } from './check-run.ts';
import type { Found } from './judgement.ts';
import { type CheckWebhookOptions, setupOf } from './options.ts';
import { play } from './play.ts';
import type { Check, CheckStatus, WebhookReport } from './report.ts';

/**
 * Sends callbacks to a merchant's endpoint as the gateway would, genuine and forged, and judges what it answers and, with a
 * probe, what it credits. The orders are made up, so it is for a shop that sells nothing real.
 *
 * @throws {CheckError} for a wrong option, when nobody answers at the address, or when a probe or an order fails
 */
export async function checkWebhook(url: string, options: CheckWebhookOptions): Promise<WebhookReport> {
  const setup = setupOf(url, options);
  const cases = chosen(setup.cases).filter(({ kind }) => setup.kinds.includes(kind));
  const run = new CheckRun(setup);
  const checks: Check[] = [];
  for (const one of cases) {
    setup.signal.throwIfAborted();
    const { id, title } = one;
    const at = { total: cases.length, id, title };
    setup.onProgress?.({ ...at, done: checks.length, check: null });
    const check = await checked(run, one);
    checks.push(check);
    setup.onProgress?.({ ...at, done: checks.length, check });
  }
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return {
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    skipped: count('skip'),
    checks,
  };
}

/** @throws {CheckError} `invalid_option` for an id that there is not */
function chosen(ids: readonly string[] | undefined): readonly WebhookCase[] {
  if (ids === undefined) return webhookCases;
  const unknown = ids.find((id) => webhookCases.every((one) => one.id !== id));
  if (unknown !== undefined) {
    throw new CheckError('invalid_option', `there is no case ${JSON.stringify(unknown)}`);
  }
  return webhookCases.filter(({ id }) => ids.includes(id));
}

/** The worst first. */
const severity: readonly CheckStatus[] = ['fail', 'warn', 'skip', 'pass'];

async function checked(run: CheckRun, one: WebhookCase): Promise<Check> {
  const { id, title, why, fix } = one;
  const { found, answers } = await play(run, one);
  const status = severity.find((candidate) => found.some((each) => each.status === candidate)) ?? 'pass';
  const message = messageOf(found.filter((each) => each.status === status));
  const exchanges = answers.map(({ exchange }) => exchange);
  const isFinding = status === 'fail' || status === 'warn';
  return { id, title, status, message, ...(isFinding ? { why, fix } : {}), exchanges };
}

function messageOf(found: readonly Found[]): string {
  return found.map(({ text }) => text).join('; ');
}
