import { styleText } from 'node:util';
import type { Finding, Passed } from '@inrgate/conformance';
import { bold, printable } from '../output/output.ts';

/** An exchange as a line of JSON says it. */
export function exchangeEvent(
  { kind, request, answer, failure, ...times }: Passed,
  found: readonly Finding[],
) {
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

/** `--> POST /v3/payin 200 (12 ms)`, and below it what is wrong. */
export function exchangeLines(
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
  return state === 'broken' ? styleText('red', 'broken') : styleText('yellow', 'doubtful');
}

/** What a person is told of an exchange: what is broken, or may be. */
export function worthTelling({ state }: Finding): boolean {
  return state === 'broken' || state === 'doubtful';
}

function statusText(status: number | undefined, failure: string | null): string {
  const colour = status === undefined || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow';
  const code = status === undefined ? 'no answer' : String(status);
  return `${styleText(colour, `[${code}]`)}${failure === null ? '' : ` ${printable(failure)}`}`;
}

const shownClauses = 12;
const shownReasons = 4;
const unshown = 'nothing in these exchanges shows it';

interface Seen {
  /** The first that is worth telling, else the last that says why nothing can be said. */
  readonly finding: Finding;
  readonly broken: number;
  readonly doubtful: number;
  readonly held: number;
}

/** What was seen of each clause; bounded by the number of clauses. */
export class Tally {
  readonly #unseen: ReadonlyMap<string, Finding>;
  readonly #clauses = new Map<string, Seen>();
  #exchanges = 0;

  /** @param unseen clauses that are told of, even if no exchange has to do with them */
  constructor(unseen: readonly Finding[] = []) {
    this.#unseen = new Map(unseen.map((finding) => [keyOf(finding), finding]));
  }

  get broken(): number {
    return [...this.#clauses.values()].filter(({ broken }) => broken > 0).length;
  }

  add(findings: readonly Finding[]): void {
    this.#exchanges += 1;
    for (const finding of findings) {
      const before = this.#clauses.get(keyOf(finding)) ?? { finding, broken: 0, doubtful: 0, held: 0 };
      this.#clauses.set(keyOf(finding), {
        finding: weightOf(finding) > weightOf(before.finding) ? finding : before.finding,
        broken: before.broken + Number(finding.state === 'broken'),
        doubtful: before.doubtful + Number(finding.state === 'doubtful'),
        held: before.held + Number(finding.state === 'held'),
      });
    }
  }

  /** Fits a screen. */
  text(heading: string): string {
    const checks = this.checks();
    const of = (status: string) => checks.filter((check) => check.status === status);
    const [broken, doubtful] = [of('fail'), of('warn')].map((list) => list.sort((a, b) => b.times - a.times));
    const told = [...(broken ?? []), ...(doubtful ?? [])];
    const doubts = of('warn').length === 0 ? '' : ` ${of('warn').length} doubtful,`;
    const counts = `  ${this.#exchanges} exchanges; ${of('fail').length} clauses broken,${doubts} ${of('pass').length} held`;
    const lines = told.slice(0, shownClauses).map(({ id, about, message, times, status }) => {
      const text = printable(message.length > 160 ? `${message.slice(0, 160)}…` : message);
      const state = stateText(status === 'fail' ? 'broken' : 'doubtful');
      return `  ${state} ${id} (${about}), ${times === 1 ? 'once' : `${times} times`}: ${text}`;
    });
    const more = told.length > shownClauses ? [`  and ${told.length - shownClauses} more`] : [];
    return [bold(heading), counts, ...lines, ...more, ...unseenLines(of('skip'))].join('\n');
  }

  /** As the checks of a report. */
  checks() {
    const unseen = [...this.#unseen]
      .filter(([key]) => !this.#clauses.has(key))
      .map(([, finding]) => ({ finding, broken: 0, doubtful: 0, held: 0 }));
    return [...this.#clauses.values(), ...unseen].map((seen) => {
      const { id, title, about } = seen.finding;
      return { id, title, about, ...judged(seen) };
    });
  }
}

function judged({ finding: { message }, broken, doubtful, held }: Seen) {
  if (broken > 0) return { status: 'fail' as const, message, times: broken };
  if (doubtful > 0) return { status: 'warn' as const, message, times: doubtful };
  if (held > 0) return { status: 'pass' as const, message: '', times: held };
  return { status: 'skip' as const, message: message === '' ? unshown : message, times: 0 };
}

/** Which of several findings tells most. */
function weightOf({ state, message }: Finding): number {
  if (state === 'broken') return 3;
  if (state === 'doubtful') return 2;
  return message === '' ? 0 : 1;
}

/** How many clauses nothing can be said of, by the reason; the most frequent ones. */
function unseenLines(skipped: readonly { readonly message: string }[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { message } of skipped) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  return [...reasons]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownReasons)
    .map(([reason, times]) => `  ${times} not judged: ${printable(reason)}`);
}

function keyOf({ id, about }: Finding): string {
  return `${id} ${about}`;
}
