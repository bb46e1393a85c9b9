import type { ShopReport } from '@inrgate/conformance';
import { sqlRemedies } from '@inrgate/conformance';
import { bold, fields, printable, status } from '../../output/output.ts';

const databases = { mysql: 'MySQL', postgresql: 'PostgreSQL', sqlite: 'SQLite' } as const;

/**
 * Formats a report.
 *
 * @param repeat the command that repeats the stories
 */
export function shopReportText(report: ShopReport, repeat: string): string {
  const { runs, seed, loss, story, diagnosis } = report;
  if (loss === null || diagnosis === null) {
    return `${bold('Shop')}\n${passedText(report)}\n${fields({ seed })}`;
  }
  const steps = story.map(({ step, what }) => `  ${step}. ${printable(what)}`);
  const remedies = Object.entries(sqlRemedies).flatMap(([name, lines]) => [
    `  ${databases[name as keyof typeof databases]}`,
    ...lines.map((line) => `    ${line}`),
  ]);
  return [
    `${status('failed', loss)}  in story ${runs}, after ${report.passed} passed stories`,
    `${bold('Story')}\n${steps.join('\n')}`,
    fields({ cause: diagnosis.cause, fix: diagnosis.fix, seed, repeat }),
    ...(diagnosis.isTransaction
      ? [`${bold('Credit the order and mark it as credited in one transaction')}\n${remedies.join('\n')}`]
      : []),
  ].join('\n\n');
}

function passedText({ passed, runs, events }: ShopReport): string {
  const { kills, lostMessages, latePayments, forms, repeatedAfter } = events;
  const clock =
    repeatedAfter === null
      ? 'The check did not repeat a callback after a minute, because it ran fewer than 100 stories.'
      : `The first callback, repeated after ${repeatedAfter} s, credited nothing more.`;
  return [
    `  ${passed} of ${runs} stories passed. The shop credited each order with the paid amount.`,
    `  The stories contained ${kills} kills, ${lostMessages} lost or held messages and ${latePayments} late payments.`,
    `  The callbacks of ${forms} orders were forms.`,
    `  ${clock}`,
    "  inrgate cannot move your shop's own clock, so it does not find a record of handled callbacks that expires later.",
  ].join('\n');
}
