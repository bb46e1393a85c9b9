import { styleText } from 'node:util';
import type { Finding, Passed } from '@inrgate/mock-gateway/exchanges';
import { bold, printable } from '../output/output.ts';

/** An exchange as a line of JSON says it. */
export function exchangeEvent(
  { kind, request, answer, failure, ...times }: Passed,
  broken: readonly Finding[],
) {
  return {
    event: kind === 'callback' ? 'callback' : 'exchange',
    method: request.method,
    path: request.path,
    status: answer?.status ?? null,
    durationMs: times.endedAt - times.startedAt,
    failure,
    findings: broken.map(({ id, title, message, about }) => ({ id, title, message, about })),
  };
}

/** `--> POST /v3/payin 200 (12 ms)`, and below it what is wrong. */
export function exchangeLines(
  { kind, request, answer, failure, ...times }: Passed,
  broken: readonly Finding[],
): string {
  const arrow = kind === 'callback' ? '<--' : '-->';
  const what =
    kind === 'v1' || kind === 'v3'
      ? `${kind} ${request.method}`
      : kind === 'callback'
        ? 'callback'
        : request.method;
  const line = `${arrow} ${what} ${printable(request.path)} ${statusText(answer?.status, failure)}`;
  const findings = broken.map(
    ({ id, about, message }) => `    ${styleText('red', 'broken')} ${id} (${about}): ${printable(message)}`,
  );
  return [`${line} (${times.endedAt - times.startedAt} ms)`, ...findings].join('\n');
}

function statusText(status: number | undefined, failure: string | null): string {
  const colour = status === undefined || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow';
  const code = status === undefined ? 'no answer' : String(status);
  return `${styleText(colour, `[${code}]`)}${failure === null ? '' : ` ${printable(failure)}`}`;
}

const shownClauses = 12;

/** What was seen of each clause; bounded by the number of clauses. */
export class Tally {
  readonly #clauses = new Map<string, { readonly finding: Finding; broken: number; held: number }>();
  #exchanges = 0;

  get broken(): number {
    return [...this.#clauses.values()].filter(({ broken }) => broken > 0).length;
  }

  add(findings: readonly Finding[]): void {
    this.#exchanges += 1;
    for (const finding of findings) {
      const seen = this.#clauses.get(keyOf(finding)) ?? { finding, broken: 0, held: 0 };
      if (finding.state === 'held') seen.held += 1;
      const first = finding.state === 'broken' && seen.broken === 0;
      if (finding.state === 'broken') seen.broken += 1;
      this.#clauses.set(keyOf(finding), first ? { ...seen, finding } : seen);
    }
  }

  /** Fits a screen. */
  text(heading: string): string {
    const all = [...this.#clauses.values()];
    const broken = all.filter((clause) => clause.broken > 0).sort((a, b) => b.broken - a.broken);
    const held = all.filter((clause) => clause.broken === 0 && clause.held > 0);
    const counts = `  ${this.#exchanges} exchanges; ${broken.length} clauses broken, ${held.length} held`;
    const lines = broken.slice(0, shownClauses).map(({ finding: { id, about, message }, broken: times }) => {
      const text = printable(message.length > 160 ? `${message.slice(0, 160)}…` : message);
      return `  ${styleText('red', 'broken')} ${id} (${about}), ${times === 1 ? 'once' : `${times} times`}: ${text}`;
    });
    const more = broken.length > shownClauses ? [`  and ${broken.length - shownClauses} more`] : [];
    return [bold(heading), counts, ...lines, ...more].join('\n');
  }

  /** As the checks of a report. */
  checks() {
    return [...this.#clauses.values()].map(({ finding, broken, held }) => ({
      id: finding.id,
      title: finding.title,
      about: finding.about,
      status: broken > 0 ? ('fail' as const) : held > 0 ? ('pass' as const) : ('skip' as const),
      message: broken > 0 ? finding.message : held > 0 ? '' : 'nothing in these exchanges shows it',
    }));
  }
}

function keyOf({ id, about }: Finding): string {
  return `${id} ${about}`;
}
