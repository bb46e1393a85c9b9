import { jsonLine, printable } from '@inrgate/sdk/internal';
import { type Check, type CheckReport, grouped } from './report.ts';

/** Machine-readable report formats. */
export type ReportFormat = 'json' | 'junit' | 'tap';

/**
 * Formats the report as a string with a final line break.
 *
 * @param name name of the check: `inrgate check webhook`
 */
export function formattedReport(report: CheckReport, format: ReportFormat, name: string): string {
  switch (format) {
    case 'json':
      return `${jsonLine(report)}\n`;
    case 'junit':
      return junit(report, name);
    case 'tap':
      return tap(report);
  }
}

/** Formats a report as JUnit XML for CI servers. A warning is a passed case with output. */
function junit({ checks, failed, skipped }: CheckReport, name: string): string {
  const counts = { name, tests: checks.length, failures: failed, errors: 0 };
  const time = seconds(checks);
  const cases = checks.map((check) => {
    const attributes = attributesOf({
      classname: name,
      name: `${check.id}: ${check.title}`,
      time: seconds([check]),
    });
    const inner = innerOf(check);
    return inner === '' ? `    <testcase${attributes}/>` : `    <testcase${attributes}>${inner}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Jenkins' junit-10.xsd allows `skipped` on each suite, but not on `testsuites`.
    `<testsuites${attributesOf({ ...counts, time })}>`,
    `  <testsuite${attributesOf({ ...counts, skipped, time })}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function innerOf(check: Check): string {
  const message = attributesOf({ message: check.message });
  switch (check.status) {
    case 'fail':
      return `<failure${message} type="finding">${escaped(details(check).join('\n'))}</failure>`;
    case 'skip':
      return `<skipped${message}/>`;
    case 'warn':
      return `<system-out>${escaped([`warning: ${check.message}`, ...details(check)].join('\n'))}</system-out>`;
    case 'pass':
      return '';
  }
}

function attributesOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes characters that XML does not allow, line by line. */
function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      printable(line)
        .toWellFormed()
        .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
        .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
    )
    .join('\n');
}

/** Formats a report as TAP 14. A warning is `ok` with a comment below it. */
function tap({ checks }: CheckReport): string {
  const lines = checks.flatMap((check, index) => {
    const ok = check.status === 'fail' ? 'not ok' : 'ok';
    const skip = check.status === 'skip' ? ` # SKIP ${tapText(check.message)}` : '';
    const point = `${ok} ${index + 1} - ${tapText(`${check.id}: ${check.title}`)}${skip}`;
    if (check.status === 'fail') return [point, '  ---', ...yaml(check), '  ...'];
    return check.status === 'warn' ? [point, `# warning: ${printable(check.message)}`] : [point];
  });
  return ['TAP version 14', `1..${checks.length}`, ...lines, ''].join('\n');
}

/** Escapes the number sign, because it begins a directive. */
function tapText(text: string): string {
  return printable(text).replace(/[\\#]/g, '\\$&');
}

function yaml({ message, why, fix, exchanges }: Check): readonly string[] {
  const values = {
    message,
    why,
    fix,
    sent: grouped(exchanges.map(({ sent }) => sent)),
    received: grouped(exchanges.map(({ received }) => received)),
  };
  // The values are JSON, which is also valid YAML.
  return Object.entries(values).map(([name, value]) => `  ${name}: ${jsonLine({ value }).slice(9, -1)}`);
}

function details({ why, fix, exchanges }: Check): readonly string[] {
  return [
    ...grouped(exchanges.map(({ sent, received }) => `${sent}: ${received}`)),
    ...(why === undefined ? [] : [`why: ${why}`]),
    ...(fix === undefined ? [] : [`fix: ${fix}`]),
  ];
}

function seconds(checks: readonly Check[]): string {
  const ms = checks
    .flatMap(({ exchanges }) => exchanges)
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (ms / 1_000).toFixed(3);
}
