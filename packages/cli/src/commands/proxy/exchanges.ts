import { styleText } from 'node:util';
import type { Finding, HarFile, KnownMerchant, Passed, Tally } from '@inrgate/conformance';
import type { Output } from '../../output/output.ts';
import { bold, printable } from '../../output/output.ts';

interface Watcher {
  readonly passed: (passed: Passed) => void;
  readonly end: () => Promise<void>;
}

interface Watching {
  readonly known: KnownMerchant | null;
  readonly tally: Tally;
  readonly har: HarFile | null;
}

type Findings = Parameters<Tally['add']>[0];

/** Records, checks and reports the exchanges. Reports a wrong signature after the doctor has explained it. */
export async function watcher(output: Output, { known, tally, har }: Watching): Promise<Watcher> {
  const { ExchangeDoctor, ExchangeJudge } = await import('@inrgate/conformance');
  const judge = new ExchangeJudge(known);
  const doctor = new ExchangeDoctor(known);
  const explaining = new Set<Promise<void>>();
  const tell = (passed: Passed, findings: Findings) => {
    tally.add(findings);
    har?.add({ ...passed, findings });
    const told = findings.filter(worthTelling);
    output.data(exchangeEvent(passed, told), () => exchangeLines(passed, told));
  };
  const passes = (passed: Passed) => {
    const { kind } = passed;
    if (kind === 'other') har?.add(passed);
    // Forget the orders, because a reset of the mock gateway deletes them.
    if (kind === 'other' && passed.request.path.endsWith('/_mock/reset')) judge.forget();
    if (kind === 'other') return;
    const isCallback = kind === 'callback';
    const findings = isCallback ? judge.callback(passed) : judge.exchange({ ...passed, api: kind });
    if (!doctor.canExplain(findings)) return tell(passed, findings);
    const explained = isCallback
      ? doctor.callback(passed, findings)
      : doctor.exchange({ ...passed, api: kind }, findings);
    const told = explained
      .catch(() => findings)
      .then((more) => tell(passed, more))
      .finally(() => explaining.delete(told));
    explaining.add(told);
  };
  return { passed: passes, end: async () => void (await Promise.all(explaining)) };
}

function exchangeEvent({ kind, request, answer, failure, ...times }: Passed, found: readonly Finding[]) {
  return {
    event: kind === 'callback' ? 'callback' : 'exchange',
    method: request.method,
    path: request.path,
    status: answer?.status ?? null,
    durationMs: times.endedAt - times.startedAt,
    failure,
    findings: found.map(({ id, title, message, about, state, mistakes }) => ({
      id,
      title,
      message,
      about,
      state,
      ...(mistakes !== undefined && { mistakes: mistakes.map(briefly) }),
    })),
  };
}

function briefly({ id, title, fix }: NonNullable<Finding['mistakes']>[number]) {
  return { id, title, fix };
}

function exchangeLines(
  { kind, request, answer, failure, ...times }: Passed,
  found: readonly Finding[],
): string {
  const arrow = kind === 'callback' ? '<--' : '-->';
  const what =
    kind === 'v1' || kind === 'v3'
      ? `${kind} ${request.method}`
      : kind === 'callback'
        ? 'callback'
        : request.method;
  const line = `${arrow} ${what} ${printable(request.path)} ${statusText(answer?.status, failure)}`;
  const findings = found.map(
    ({ id, about, message, state }) => `    ${stateText(state)} ${id} (${about}): ${printable(message)}`,
  );
  return [`${line} (${times.endedAt - times.startedAt} ms)`, ...findings].join('\n');
}

function stateText(state: Finding['state']): string {
  return state === 'broken' ? styleText('red', 'failed') : styleText('yellow', 'warning');
}

function worthTelling({ state }: Finding): boolean {
  return state === 'broken' || state === 'doubtful';
}

function statusText(status: number | undefined, failure: string | null): string {
  const colour = status === undefined || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow';
  const code = status === undefined ? 'no response' : String(status);
  return `${styleText(colour, `[${code}]`)}${failure === null ? '' : ` ${printable(failure)}`}`;
}

const shownClauses = 12;
const shownReasons = 4;

export function tallyText(tally: Tally, heading: string): string {
  const { checks, failed, warned, passed } = tally.report();
  const of = (status: string) => checks.filter((check) => check.status === status);
  const told = ['fail', 'warn'].flatMap((status) => of(status).sort((a, b) => b.times - a.times));
  const rules = failed === 1 ? '1 rule' : `${failed} rules`;
  const warnings = warned === 0 ? '' : ` ${warned} ${warned === 1 ? 'warning' : 'warnings'},`;
  const counts = `  ${tally.exchanges} exchanges, ${rules} failed,${warnings} ${passed} passed`;
  const lines = told.slice(0, shownClauses).map(({ id, about, message, times, status }) => {
    const text = printable(message.length > 160 ? `${message.slice(0, 160)}…` : message);
    const state = stateText(status === 'fail' ? 'broken' : 'doubtful');
    return `  ${state} ${id} (${about}), ${times === 1 ? 'once' : `${times} times`}: ${text}`;
  });
  const more = told.length > shownClauses ? [`  and ${told.length - shownClauses} more`] : [];
  return [bold(heading), counts, ...lines, ...more, ...unseenLines(of('skip'))].join('\n');
}

function unseenLines(skipped: readonly { readonly message: string }[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { message } of skipped) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  return [...reasons]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownReasons)
    .map(([reason, times]) => `  ${times} skipped: ${printable(reason)}`);
}
