import {
  CheckError,
  type CheckSetup,
  type CheckWebhookOptions,
  caseSummaries,
  checkedKinds,
  checkLanguages,
  chosenCases,
  countsOf,
  runCases,
  setupOf,
} from '@inrgate/conformance/internal';
import { amountPattern, formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import type { Merchant } from '../domain/merchant.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { CaseOfCheck, EndpointCheck, RunningCheck } from '../state/endpoint-checks.ts';
import type { ControlDeps } from './deps.ts';
import { addressInput, parseInput } from './input.ts';
import type { ControlEvent } from './responses/events.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Cases of a check without options. They exclude links and the return page. */
const casesByDefault = chosenCases({ cases: undefined, kinds: ['payin', 'payout'], returnUrl: undefined });
const caseIds = caseSummaries().map(({ id }) => id);

/** Options of a webhook check. */
export const checkInput = z.strictObject({
  url: addressInput.optional(),
  cases: z
    .array(z.string().refine((id) => caseIds.includes(id), 'is not the ID of a case'))
    .min(1)
    .max(caseIds.length)
    .optional(),
  kinds: z.array(z.enum(checkedKinds)).min(1).max(checkedKinds.length).optional(),
  amount: z
    .string()
    .refine((text) => amountPattern.test(text), 'must be INR with two decimals, for example "500.37"')
    .optional(),
  createOrder: addressInput.optional(),
  probe: addressInput.optional(),
  payoutProbe: addressInput.optional(),
  language: z.enum(checkLanguages).optional(),
});

export type CheckInput = z.input<typeof checkInput>;

/** Maximum duration of a check in real milliseconds, less than the timeout of common HTTP clients. */
const longestCheckMs = 240_000;

/**
 * Runs the cases of `checkWebhook` against a merchant's endpoint, with the merchant's keys and the gateway's time.
 * Reports progress during the check and resolves when the check has ended. If the client disconnects, the check
 * continues.
 */
export async function checkCallback(
  deps: ControlDeps,
  merchant: Merchant,
  {
    input,
    generation,
  }: { readonly input: CheckInput; readonly generation: ReturnType<ControlDeps['endpointChecks']> },
) {
  const { url = merchant.callbackUrl, ...wanted } = parseInput(checkInput, input);
  if (url === null) {
    throw new ControlError(
      'invalid_body',
      'url: is required, because the merchant has no saved callback URL',
    );
  }
  const { mchId, mchKey, mchSecret } = merchant;
  const now = () => deps.clock.now();
  const setup = setupFor(url, { mchId, mchKey, mchSecret, now, ...wanted });
  const before: EndpointCheck = {
    ...{ state: 'running', startedAt: now(), url, message: null },
    checks: chosenCases(setup).map(({ id, title }) => ({ ...waiting, id, title })),
  };
  const running = await generation.checks.begin(mchId, before);
  if (running === null) {
    throw new ControlError(
      'check_running',
      'Another check of this merchant’s endpoint is running. Wait until that check ends, or stop that check.',
    );
  }
  const signal = AbortSignal.any([generation.ended, running.stopped, AbortSignal.timeout(longestCheckMs)]);
  // Mask the keys of all merchants first. If another merchant's longer key begins with this merchant's key, the rest of
  // the longer key would be visible.
  const hide = (text: string) => setup.hide(deps.log.hideKeys(text));
  const options = { mchId, running, before, ended: generation.ended };
  return checkView(await play(deps, { ...setup, signal, hide, send: deps.sender }, options));
}

/** @throws {ControlError} `invalid_body` */
function setupFor(url: string, options: CheckWebhookOptions): CheckSetup {
  try {
    return setupOf(url, options);
  } catch (cause) {
    if (cause instanceof CheckError) throw new ControlError('invalid_body', cause.message, { cause });
    throw cause;
  }
}

/** Converts the state of the check. Before the first check, lists the default cases. */
export function checkView(check: EndpointCheck | null): ControlResponse<'EndpointCheck'> {
  const { state = 'none', startedAt, url = null, message = null } = check ?? {};
  const checks =
    check?.checks ?? casesByDefault.map(({ id, title }): CaseOfCheck => ({ ...waiting, id, title }));
  const started = startedAt === undefined ? null : formatIst(startedAt);
  return { state, startedAt: started, url, message, ...countsOf(checks), checks };
}

const waiting = { status: 'waiting', message: '', exchanges: [] } as const;

interface RunOptions {
  readonly mchId: string;
  readonly running: RunningCheck;
  readonly before: EndpointCheck;
  readonly ended: AbortSignal;
}

/**
 * Runs the cases and reports their progress.
 *
 * @throws {ControlError} if the check cannot run, or after a close or a reset, because the results are obsolete
 */
async function play(
  { events }: ControlDeps,
  setup: CheckSetup,
  { mchId, running, before, ended }: RunOptions,
): Promise<EndpointCheck> {
  let check = before;
  const tell = async (news: Partial<EndpointCheck>) => {
    check = { ...check, ...news };
    await running.tell(check);
    const { state, checks } = check;
    const done = checks.filter((one) => !isUnfinished(one)).length;
    const data = { mchId, state, done, total: checks.length };
    events.publish(() => [{ type: 'check', data } satisfies ControlEvent]);
    return check;
  };
  const end = (state: 'stopped' | 'failed', message: string) => {
    const skipped = { status: 'skip', message: 'not run' } as const;
    return tell({
      state,
      message,
      checks: check.checks.map((one) => (isUnfinished(one) ? { ...one, ...skipped } : one)),
    });
  };
  try {
    for await (const { id, check: done } of runCases(setup)) {
      const checks = check.checks.map((one) =>
        one.id === id ? (done ?? { ...one, status: 'running' as const }) : one,
      );
      await tell({ checks });
    }
    return await tell({ state: 'done' });
  } catch (error) {
    if (!setup.signal.aborted) {
      const refusal = refusalOf(error);
      await end('failed', refusal?.message ?? 'The gateway failed.');
      throw refusal ?? error;
    }
    const message = ended.aborted
      ? 'The gateway was closed or reset during the check.'
      : running.stopped.aborted
        ? 'The check was stopped.'
        : `The check took longer than ${longestCheckMs / 60_000} minutes.`;
    // Report the state even after a reset, because a failed reset changes nothing.
    const stopped = await end('stopped', message);
    if (ended.aborted) throw new ControlError('illegal_transition', message, { cause: error });
    return stopped;
  }
}

function isUnfinished({ status }: CaseOfCheck): boolean {
  return status === 'waiting' || status === 'running';
}

/** Returns the error if the merchant can fix it, or null for other errors. */
function refusalOf(error: unknown): ControlError | null {
  if (!(error instanceof CheckError)) return null;
  const { code, message } = error;
  return code === 'unreachable' || code === 'probe_failed' || code === 'order_failed'
    ? new ControlError(code, message, { cause: error })
    : null;
}
