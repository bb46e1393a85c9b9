import type { ShopReport } from '@inrgate/conformance';
import { sqlRemedies } from '@inrgate/conformance';
import { bold, fields, printable, status } from '../output/output.ts';

const databases = { mysql: 'MySQL', postgresql: 'PostgreSQL', sqlite: 'SQLite' } as const;

/**
 * Formats a report.
 *
 * @param repeat the command that repeats the stories
 */
export function shopReportText(report: ShopReport, repeat: string): string {
  const { passed, runs, seed, loss, story, diagnosis } = report;
  if (loss === null || diagnosis === null) {
    return `${bold('Shop')}\n  ${passed} of ${runs} stories passed. The shop credited each order with the paid amount.\n${fields({ seed })}`;
  }
  const steps = story.map(({ step, what }) => `  ${step}. ${printable(what)}`);
  const remedies = Object.entries(sqlRemedies).flatMap(([name, lines]) => [
    `  ${databases[name as keyof typeof databases]}`,
    ...lines.map((line) => `    ${line}`),
  ]);
  return [
    `${status('failed', loss)}  in story ${runs}, after ${passed} passed stories`,
    `${bold('Story')}\n${steps.join('\n')}`,
    fields({ cause: diagnosis.cause, fix: diagnosis.fix, seed, repeat }),
    `${bold('Credit the order and mark it as credited in one transaction')}\n${remedies.join('\n')}`,
  ].join('\n\n');
}
