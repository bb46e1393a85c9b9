import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { disagreements, idsInTitles, rowsOf, titlesOf } from './conformance.ts';

const root = path.join(import.meta.dirname, '..');
const pagePath = 'docs/reference/conformance.md';

it('the rows of the conformance page match the ids in the test titles', () => {
  const files = globSync('packages/*/{src,test}/**/*.ts', { cwd: root });
  const titles = titlesOf(
    root,
    files.map((file) => file.replaceAll('\\', '/')),
  );
  const rows = rowsOf(readFileSync(path.join(root, pagePath), 'utf8'), pagePath);
  expect(rows.length).toBeGreaterThan(200);
  expect(disagreements(rows, titles)).toEqual([]);
});

describe('the reported disagreements', () => {
  const file = 'packages/sdk/test/a.test.ts';
  const titles = new Map([[file, ['spec:a', 'spec:errors.*']]]);
  const page = (...rows: string[]) =>
    rowsOf(
      [
        '| id | what must hold | tests |',
        '|---|---|---|',
        ...rows,
        '',
        '[a]: ../../packages/sdk/test/a.test.ts',
        '[gone]: ../../packages/sdk/test/gone.test.ts',
      ].join('\n'),
      pagePath,
    );
  const held = '| `spec:a` | It holds. | [a] |';
  const error = '| `spec:errors.x` | It holds. | [a] |';

  it('no disagreement is reported if each row has a test and each title has a row', () => {
    expect(disagreements(page(held, error), titles)).toEqual([]);
  });

  it.each([
    ['a row without an id', '| | It holds. | [a] |', ['line 5: a row without an id']],
    ['a row with an invalid id', '| spec:b | It holds. | [a] |', ['line 5: a row without an id']],
    ['a repeated id', held, ['line 5: a second row has the id spec:a']],
    ['a row that names no test file', '| `spec:b` | It holds. | |', ['line 5: spec:b names no test file']],
    [
      'a file that does not exist',
      '| `spec:b` | It holds. | [gone] |',
      ['line 5: spec:b names packages/sdk/test/gone.test.ts, which does not exist'],
    ],
    [
      'a link that leads nowhere',
      '| `spec:b` | It holds. | [b] |',
      ['line 5: spec:b names b, which does not exist'],
    ],
    [
      'a file without a title with the id',
      '| `spec:b` | It holds. | [a] |',
      [`line 5: no test in ${file} has [spec:b] in its title`],
    ],
  ])('the disagreements include %s', (_what, row, told) => {
    expect(disagreements(page(held, error, row), titles)).toEqual(told);
  });

  it('the disagreements include an id in a title that is not on the page', () => {
    expect(disagreements(page(held), titles)).toEqual([`${file}: the page has no [spec:errors.*]`]);
    expect(disagreements(page(error), titles)).toEqual([`${file}: the page has no [spec:a]`]);
  });

  it('a template placeholder stands for one word of an id', () => {
    const row = '| `spec:errors.v1.x` | It holds. | [a] |';
    const told = [`line 5: no test in ${file} has [spec:errors.v1.x] in its title`];
    expect(disagreements(page(held, error, row), titles)).toEqual(told);
  });
});

describe('the ids of a test file', () => {
  it.each([
    ['a title', "it('holds [spec:a] [reading:b.1]', () => {});", ['spec:a', 'reading:b.1']],
    ['a block', "describe('it [contract:a-b]', () => { test('x', f); });", ['contract:a-b']],
    ['a table', "it.each([1, 2])('holds %i [spec:a]', f);", ['spec:a']],
    ['a template', 'it(`$' + '{code} [spec:errors.$' + '{code}] [spec:a]`, f);', ['spec:errors.*', 'spec:a']],
    ['a comment', "// [spec:a]\nit('holds', f);", []],
    ['another string', "expect('[spec:a]').toBe(it);", []],
    // A skipped test must not count as a proof of its rule.
    ['a skipped test', "it.skip('holds [spec:a]', f); describe.todo('[spec:b]');", []],
  ])('the ids of a test file are found correctly in %s', (_what, source, ids) => {
    expect(idsInTitles('a.test.ts', source)).toEqual(ids);
  });
});
