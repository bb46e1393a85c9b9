import type { Check, CheckReport } from '@inrgate/conformance';
import { grouped } from '@inrgate/conformance/internal';
import { bold, fields, printable, status } from '../output/output.ts';

/** Findings that are told in full; of the others, the sentence. A report fits a screen. */
const inFull = 3;
/** Cases that are told for one reason why they were not seen. */
const toldUnseen = 6;
/** Characters of a finding that is told on a line. */
const longestLine = 200;
/** Findings that are told at all. */
const atMost = 15;
/** Deliveries of a case that are told. */
const toldExchanges = 3;

/** What a report for people says besides what was found. */
export interface Told {
  /** What was checked: `Callback endpoint http://…`. */
  readonly heading: string;
  /** The command that plays a case again, where there is one. */
  readonly again?: (id: string) => string;
}

/** The report for people: what is wrong first, and in the end what could not be seen. */
export function reportText(report: CheckReport, { heading, again }: Told): string {
  const { passed, failed, warned, skipped, checks } = report;
  const findings = [
    ...checks.filter(({ status }) => status === 'fail'),
    ...checks.filter(({ status }) => status === 'warn'),
  ];
  const blocks = findings.slice(0, inFull).map((finding) => blockOf(finding, again?.(finding.id)));
  const rest = findings.slice(inFull, atMost).map((finding) => `  ${shortened(lineOf(finding))}`);
  const left = findings.length - atMost;
  if (left > 0) rest.push(`  and ${left} more: --json tells all`);
  const more = rest.length === 0 ? [] : [`${bold('And')}\n${rest.join('\n')}`];
  const counts = `  ${passed} passed, ${failed} failed, ${warned} to look at, ${skipped} not seen`;
  return [`${bold(printable(heading))}\n${counts}`, ...blocks, ...more, ...unseenText(checks)].join('\n\n');
}

function shortened(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}

/** `fail  payin-json  it is not acknowledged: …` */
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

function beginningOf(ids: readonly string[]): string {
  const more = ids.length - toldUnseen;
  return more <= 1 ? ids.join(', ') : `${ids.slice(0, toldUnseen).join(', ')} and ${more} more`;
}

/** What could not be seen, by the reason. */
function unseenText(checks: readonly Check[]): readonly string[] {
  const skipped = checks.filter((check) => check.status === 'skip');
  if (skipped.length === 0) return [];
  const reasons = Object.entries(Object.groupBy(skipped, ({ message }) => message));
  const lines = reasons.map(
    ([reason, of = []]) => `  ${printable(reason)}:\n    ${beginningOf(of.map(({ id }) => id))}`,
  );
  return [`${bold('Not seen')}\n${lines.join('\n')}`];
}
