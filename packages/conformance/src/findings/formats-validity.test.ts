import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Parser } from 'tap-parser';
import { expect, test } from 'vitest';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';
import { anyCharacter } from '../../../../test/any-text.ts';
import { formattedReport } from './formats.ts';
import type { Check, CheckReport } from './report.ts';

const schema: XMLFileInfo = {
  fileName: 'junit.xsd',
  contents: readFileSync(new URL('../../test/junit.xsd', import.meta.url), 'utf8'),
};

/** Strings that an endpoint could return: any character, and the special characters of XML and TAP. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '<',
        ']]>',
        '&',
        '"',
        '#',
        '\\',
        '\n',
        '\r',
        '\0',
        '\uFFFE',
        '\uFFFF',
        '\uD800',
        '---',
        ' ',
      ),
    )
    .map((parts) => parts.join('')),
);

const checks = fc.array(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,8}$/),
    title: text,
    status: fc.constantFrom('pass', 'fail', 'warn', 'skip'),
    message: text,
    why: text,
    fix: text,
    exchanges: fc.array(fc.record({ sent: text, received: text, durationMs: fc.nat(100_000_000) }), {
      maxLength: 3,
    }),
  }) satisfies fc.Arbitrary<Check>,
  { maxLength: 6 },
);

function reportOf(all: readonly Check[]): CheckReport {
  const count = (status: string) => all.filter((one) => one.status === status).length;
  const counts = { passed: count('pass'), failed: count('fail') };
  return { ...counts, warned: count('warn'), skipped: count('skip'), checks: all };
}

test('the JUnit XML of a report is valid, whatever characters the findings contain', async () => {
  const reports = fc.sample(checks, 100).map(reportOf);
  const xml = reports.map((report, index) => ({
    fileName: `report-${index}.xml`,
    contents: formattedReport(report, 'junit', 'inrgate check webhook'),
  }));
  const { errors, valid } = await validateXML({ xml, schema });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
});

test('the JUnit schema validation in the tests reports an invalid report', async () => {
  const contents = formattedReport(reportOf([]), 'junit', 'x').replace(
    '<testsuites ',
    '<testsuites skipped="0" ',
  );
  const { valid } = await validateXML({ xml: { fileName: 'report.xml', contents }, schema });
  expect(valid).toBe(false);
});

test('the TAP output of a report contains the plan and every case, whatever characters the findings contain', () => {
  fc.assert(
    fc.property(checks, (all) => {
      const told = Parser.parse(formattedReport(reportOf(all), 'tap', 'inrgate check webhook'), {
        strict: true,
      });
      const points = told.flatMap((entry) => (entry[0] === 'assert' ? [entry[1]] : []));
      expect(points.map(({ id, ok, skip }) => [id, ok, skip !== false])).toEqual(
        all.map(({ status }, index) => [index + 1, status !== 'fail', status === 'skip']),
      );
      for (const [index, { id }] of all.entries()) expect(points[index]?.name).toMatch(new RegExp(`^${id}:`));
      const plan = told.find(([kind]) => kind === 'plan');
      expect(plan?.[1]).toMatchObject({ start: 1, end: all.length });
      expect(told.filter(([kind]) => kind === 'extra')).toEqual([]);
      for (const [index, { status, message }] of all.entries()) {
        if (status === 'fail') expect(points[index]?.diag).toMatchObject({ message });
      }
    }),
  );
});
