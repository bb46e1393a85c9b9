import { bold, fields, printable, status } from '../output/output.ts';
import { type CheckReport, type CheckResult, grouped } from './report.ts';

/** Findings that are told in full; of the others, the sentence. A report fits a screen. */
const inFull = 3;
/** Deliveries of a case that are told. */
const toldExchanges = 3;

interface Told {
  /** What was checked: `Callback endpoint http://…`. */
  readonly heading: string;
  /** The command that plays a case again. */
  readonly again: (id: string) => string;
}

/** The report for people: what is wrong first, and in the end what could not be seen. */
export function reportText(report: CheckReport, { heading, again }: Told): string {
  const { passed, failed, warned, skipped, checks } = report;
  const findings = [
    ...checks.filter(({ status }) => status === 'fail'),
    ...checks.filter(({ status }) => status === 'warn'),
  ];
  const blocks = findings.slice(0, inFull).map((finding) => blockOf(finding, again(finding.id)));
  const rest = findings.slice(inFull).map((finding) => `  ${lineOf(finding)}`);
  const more = rest.length === 0 ? [] : [`${bold('And')}\n${rest.join('\n')}`];
  const counts = `  ${passed} passed, ${failed} failed, ${warned} to look at, ${skipped} not seen`;
  return [`${bold(printable(heading))}\n${counts}`, ...blocks, ...more, ...unseenText(checks)].join('\n\n');
}

/** `fail  payin-json  it is not acknowledged: …` */
export function lineOf({ id, status: state, message }: CheckResult): string {
  return `${mark(state)}  ${id}  ${printable(message)}`;
}

function mark(state: CheckResult['status']): string {
  const colours = { pass: 'success', fail: 'failed', warn: 'pending', skip: '' } as const;
  return status(colours[state], state);
}

function blockOf(finding: CheckResult, again: string): string {
  const { message, why, fix, exchanges } = finding;
  const heading = `${mark(finding.status)}  ${bold(finding.id)}  ${printable(finding.title)}`;
  return `${heading}\n${fields({
    found: message,
    sent: listed(exchanges.map(({ sent }) => sent)),
    'came back': listed(exchanges.map(({ received }) => received)),
    why,
    'to do': fix,
    again,
  })}`;
}

function listed(texts: readonly string[]): string {
  const rows = grouped(texts);
  return [...rows.slice(0, toldExchanges), ...(rows.length > toldExchanges ? ['…'] : [])].join('; then ');
}

/** What could not be seen, by the reason. */
function unseenText(checks: readonly CheckResult[]): readonly string[] {
  const skipped = checks.filter((check) => check.status === 'skip');
  if (skipped.length === 0) return [];
  const reasons = Object.entries(Object.groupBy(skipped, ({ message }) => message));
  const lines = reasons.map(
    ([reason, of = []]) => `  ${printable(reason)}:\n    ${of.map(({ id }) => id).join(', ')}`,
  );
  return [`${bold('Not seen')}\n${lines.join('\n')}`];
}
