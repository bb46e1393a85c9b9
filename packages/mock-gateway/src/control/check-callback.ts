import {
  byCost,
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
import type { ControlGateway } from './control-gateway.ts';
import { addressInput } from './input.ts';
import type { ControlEvent } from './responses/events.ts';
import type { ControlResponse } from './responses/responses.ts';
import type { CaseOfCheck, StartedCheck, WebhookCheck } from './webhook-checks.ts';

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

/** Maximum duration of a check in real milliseconds, less than the timeout of common HTTP clients. */
const longestCheckMs = 240_000;

/**
 * Runs the cases of `checkWebhook` against a merchant's endpoint, with the merchant's keys and the gateway's time.
 * Reports progress during the check and resolves when the check has ended. If the client disconnects, the check
 * continues.
 */
export async function checkCallback(
  gateway: ControlGateway,
  merchant: Merchant,
  input: z.output<typeof checkInput>,
): Promise<ControlResponse<'EndpointCheck'>> {
  const { clock, ended } = gateway;
  const { url = merchant.callbackUrl, ...wanted } = input;
  if (url === null) {
    throw new ControlError(
      'invalid_body',
      'url: is required, because the merchant has no saved callback URL',
    );
  }
  const { mchId, mchKey, mchSecret, callbackFormat } = merchant;
  const now = () => clock.now();
  const setup = setupFor(url, { mchId, mchKey, mchSecret, callbackFormat, now, ...wanted });
  const before: WebhookCheck = {
    ...{ state: 'running', startedAt: now(), url, message: null },
    checks: chosenCases(setup).map(({ id, title }) => ({ ...waiting, id, title })),
  };
  const started = gateway.webhookChecks.begin(mchId, before);
  if (started === null) {
    throw new ControlError(
      'check_running',
      'Another check of this merchant’s endpoint is running. Wait until that check ends, or stop that check.',
    );
  }
  const signal = AbortSignal.any([ended, started.stop.signal, AbortSignal.timeout(longestCheckMs)]);
  // Mask the keys of all merchants first. If another merchant's longer key begins with this merchant's key, the rest of
  // the longer key would be visible.
  const hide = (text: string) => setup.hide(gateway.log.hideKeys(text));
  const running = { ...setup, signal, hide, send: gateway.sender };
  return checkView(await runCheck(gateway, running, { mchId, started, ended }));
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

/** Converts the state of the check. Before the first check, lists the default cases. At its end, sorts the findings. */
export function checkView(check: WebhookCheck | null): ControlResponse<'EndpointCheck'> {
  const { state = 'none', startedAt, url = null, message = null } = check ?? {};
  const ran = state === 'running' ? check?.checks : check && byCost(check.checks);
  const checks = ran ?? casesByDefault.map(({ id, title }): CaseOfCheck => ({ ...waiting, id, title }));
  const started = startedAt === undefined ? null : formatIst(startedAt);
  return { state, startedAt: started, url, message, ...countsOf(checks), checks };
}

const waiting = { status: 'waiting', message: '', exchanges: [] } as const;

interface RunningCheck {
  readonly mchId: string;
  readonly started: StartedCheck;
  readonly ended: AbortSignal;
}

/**
 * Runs the cases and reports their progress.
 *
 * @throws {ControlError} if the check cannot run, or after a close or a reset, because the results are obsolete
 */
async function runCheck(
  { events }: ControlGateway,
  setup: CheckSetup,
  { mchId, started, ended }: RunningCheck,
): Promise<WebhookCheck> {
  const tell = (news: Partial<WebhookCheck>): WebhookCheck => {
    started.check = { ...started.check, ...news };
    const { state, checks } = started.check;
    const done = checks.filter((one) => !isUnfinished(one)).length;
    const data = { mchId, state, done, total: checks.length };
    events.publish(() => [{ type: 'check', data } satisfies ControlEvent]);
    return started.check;
  };
  const end = (state: 'stopped' | 'failed', message: string) => {
    const skipped = { status: 'skip', message: 'not run' } as const;
    return tell({
      state,
      message,
      checks: started.check.checks.map((one) => (isUnfinished(one) ? { ...one, ...skipped } : one)),
    });
  };
  try {
    for await (const { id, check: done } of runCases(setup)) {
      const checks = started.check.checks.map((one) =>
        one.id === id ? (done ?? { ...one, status: 'running' as const }) : one,
      );
      tell({ checks });
    }
    return tell({ state: 'done' });
  } catch (error) {
    if (!setup.signal.aborted) {
      const refusal = refusalOf(error);
      end('failed', refusal?.message ?? 'The gateway failed.');
      throw refusal ?? error;
    }
    const message = ended.aborted
      ? 'The gateway was closed or reset during the check.'
      : started.stop.signal.aborted
        ? 'The check was stopped.'
        : `The check took longer than ${longestCheckMs / 60_000} minutes.`;
    const stopped = end('stopped', message);
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
