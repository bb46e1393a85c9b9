import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../../packages/conformance/src/rules/rules.ts';
import { root } from '../site/pages.ts';
import { disagreements, idsInTitles, idsOfPage, titlesOf, writtenPage } from './conformance.ts';

it('reference/conformance matches the page that vitest -u writes from the rules and the titles of the tests', async () => {
  const file = path.join(root, 'docs/reference/conformance.md');
  const tests = globSync('packages/*/{src,test}/**/*.ts', { cwd: root });
  const titles = titlesOf(root, tests.map((test) => test.replaceAll('\\', '/')).sort());
  const page = writtenPage(readFileSync(file, 'utf8'), { sentences, titles });
  const ids = idsOfPage(page);
  expect(ids.filter((id) => !/^(?:contract|reading:sdk)/.test(id)).toSorted()).toEqual(
    [...sentences.keys()].toSorted(),
  );
  expect(disagreements(page, titles)).toEqual([]);
  await expect(page).toMatchFileSnapshot(file);
});

describe('the conformance page', () => {
  const file = 'packages/sdk/test/a.test.ts';
  const titles = new Map([[file, ['spec:a', 'spec:errors.*']]]);
  const page = (...rows: string[]) => ['| id | rule | tests |', '|---|---|---|', ...rows, '', ''].join('\n');
  const first = '| `spec:a` | It passes. | |';
  const error = '| `spec:errors.x` | It passes. | |';

  it('no disagreement is reported if each row has a test and each title has a row', () => {
    expect(disagreements(page(first, error), titles)).toEqual([]);
  });

  it.each([
    ['a row without an id', '| | It passes. | |', 'a row without an id: | | It passes. | |'],
    [
      'a row with an invalid id',
      '| spec:b | It passes. | |',
      'a row without an id: | spec:b | It passes. | |',
    ],
    ['a repeated id', first, 'a second row has the id spec:a'],
    ['a rule without a test', '| `spec:b` | It passes. | |', 'no test has [spec:b] in its title'],
    [
      'a template for one word',
      '| `spec:errors.v1.x` | It passes. | |',
      'no test has [spec:errors.v1.x] in its title',
    ],
  ])('the disagreements include %s', (_what, row, expected) => {
    expect(disagreements(page(first, error, row), titles)).toEqual([expected]);
  });

  it('the disagreements include an id in a title that is not on the page', () => {
    expect(disagreements(page(first), titles)).toEqual([`${file}: the page has no [spec:errors.*]`]);
    expect(disagreements(page(error), titles)).toEqual([`${file}: the page has no [spec:a]`]);
  });

  it('the page links each rule to its tests and takes its sentence from the rules', () => {
    const old = `${page('| `spec:a` | It passed. | [gone] |', error)}[gone]: ../../packages/gone.test.ts\n`;
    expect(writtenPage(old, { sentences: new Map([['spec:a', 'A `x` | y.']]), titles })).toBe(
      `${page('| `spec:a` | A `x` | y. | [sdk/a] |', '| `spec:errors.x` | It passes. | [sdk/a] |')}[sdk/a]: ../../${file}\n`,
    );
  });

  it('the row of a new rule stands below the row of the rule before it', () => {
    const sentences = new Map([
      ['spec:a', 'A.'],
      ['spec:b', 'B.'],
      ['spec:errors.x', 'X.'],
    ]);
    const written = writtenPage(page(first, error), { sentences, titles: new Map() });
    expect(written).toBe(page('| `spec:a` | A. |  |', '| `spec:b` | B. |  |', '| `spec:errors.x` | X. |  |'));
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
