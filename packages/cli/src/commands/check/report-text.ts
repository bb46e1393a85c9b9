import type { Check, CheckReport } from '@inrgate/conformance';
import { grouped } from '@inrgate/conformance/internal';
import { bold, fields, printable, status } from '../../output/output.ts';

/** Number of findings with all details. Each other finding is printed with its fix only. */
const inFull = 3;

export interface ReportTextOptions {
  /** First line of the report, with the target of the check: `Callback endpoint http://…`. */
  readonly heading: string;
  /** Returns the command that repeats a case, if any. */
  readonly again?: (id: string) => string;
}

/** Formats a report as text, with the failed cases first, in the order of the report, and the skipped cases last. */
export function reportText(report: CheckReport, { heading, again }: ReportTextOptions): string {
  const { passed, failed, warned, skipped, checks } = report;
  const findings = [
    ...checks.filter(({ status }) => status === 'fail'),
    ...checks.filter(({ status }) => status === 'warn'),
  ];
  const blocks = findings.slice(0, inFull).map((finding) => blockOf(finding, again?.(finding.id)));
  const rest = findings.slice(inFull);
  const more = rest.length === 0 ? [] : [`${bold('More')}\n${rest.flatMap(shortOf).join('\n')}`];
  const warnings = warned === 1 ? '1 warning' : `${warned} warnings`;
  const counts = `  ${passed} passed, ${failed} failed, ${warnings}, ${skipped} skipped`;
  return [`${bold(printable(heading))}\n${counts}`, ...blocks, ...more, ...unseenText(checks)].join('\n\n');
}

/** Returns the line of a finding, with its fix unless the next finding has the same. */
function shortOf(finding: Check, at: number, all: readonly Check[]): readonly string[] {
  const { fix } = finding;
  const isLast = fix !== undefined && all[at + 1]?.fix !== fix;
  return [`  ${lineOf(finding)}`, ...(isLast ? [`        fix  ${printable(fix)}`] : [])];
}

/** Line of a case: `fail  payin-json  it is not acknowledged: …`. */
export function lineOf({ id, status: state, message }: Check): string {
  return `${mark(state)}  ${id}  ${printable(message)}`;
}

function mark(state: Check['status']): string {
  const colours = { pass: 'success', fail: 'failed', warn: 'pending', skip: '' } as const;
  return status(colours[state], state);
}

function blockOf(finding: Check, again: string | undefined): string {
  const { message, why, fix, exchanges } = finding;
  const heading = `${mark(finding.status)}  ${bold(finding.id)}  ${printable(finding.title)}`;
  return `${heading}\n${fields({
    found: message,
    sent: listed(exchanges.map(({ sent }) => sent)),
    received: listed(exchanges.map(({ received }) => received)),
    why,
    fix,
    repeat: again,
  })}`;
}

function listed(texts: readonly string[]): string {
  return grouped(texts).join('; then ');
}

function unseenText(checks: readonly Check[]): readonly string[] {
  const skipped = checks.filter((check) => check.status === 'skip');
  if (skipped.length === 0) return [];
  const reasons = Object.entries(Object.groupBy(skipped, ({ message }) => message));
  const lines = reasons.map(
    ([reason, of = []]) => `  ${printable(reason)}:\n    ${of.map(({ id }) => id).join(', ')}`,
  );
  return [`${bold('Skipped')}\n${lines.join('\n')}`];
}
