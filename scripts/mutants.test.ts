import { describe, expect, it } from 'vitest';
import { drawn, marginOfError } from './mutants/draw.ts';
import { issuesOf as issuesOfPlanted, type Mutant, mutated } from './mutants/mutant.ts';
import { mutants } from './mutants/planted-mutants.ts';
import { type Rule, rowsOfPage, rules } from './mutants/rules.ts';
import { issuesOf, readSummary } from './mutants/summary.ts';
import { reasonOf } from './mutants/survivors.ts';
import { testFilesOf } from './mutants/test-files.ts';

it('the summary of mutants matches the rules and titles of the conformance page', () => {
  const planted = new Set(mutants.map(({ id }) => id));
  expect(issuesOf(readSummary(), rules(), planted), 'npm run mutants -- --missing').toEqual([]);
});

it('each survivor in the summary has a reason', () => {
  const survivors = Object.values(readSummary().modules).flatMap((score) => score.survivors ?? []);
  expect(survivors.filter((one) => reasonOf(one) === null)).toEqual([]);
  expect(reasonOf({ file: 'packages/sdk/src/protocol/money.ts', from: 'a < b', to: 'a <= b' })).toBeNull();
});

it('each planted mutant has its rule on the page and its string in the code', () => {
  const ids = rowsOfPage().map(({ id }) => id);
  expect(issuesOfPlanted(mutants, ids)).toEqual([]);
  expect(mutants.length).toBeLessThan(50);
});

it('each file on the conformance page is run by a quick test file', () => {
  const files = new Set(rowsOfPage().flatMap((row) => row.files));
  expect([...files].filter((file) => testFilesOf(file).length === 0)).toEqual([]);
});

describe('the issues of the summary', () => {
  const rule: Rule = { id: 'spec:a', files: [], testFiles: [], titles: ['one [spec:a]', 'two [spec:a]'] };
  const summaryOf = (titles: Readonly<Record<string, readonly string[] | null>>, id = 'spec:a') => ({
    modules: {},
    rules: { [id]: titles },
  });
  const issues = (summary: ReturnType<typeof summaryOf>, planted: readonly string[] = []) =>
    issuesOf(summary, [rule], new Set(planted));

  it('the summary has no issue if all titles of a rule are listed and one has a mutant', () => {
    expect(issues(summaryOf({ 'one [spec:a]': ['money 1'], 'two [spec:a]': null }))).toEqual([]);
  });

  it('an issue reports a title that is missing in the summary or in the tests', () => {
    expect(issues(summaryOf({ 'one [spec:a]': ['money 1'], 'three [spec:a]': [] }))).toEqual([
      'spec:a: not tried: two [spec:a]',
      'spec:a: no test has this title: three [spec:a]',
    ]);
  });

  it('an issue reports a rule whose tests kill no mutant, unless the rule has a planted mutant', () => {
    const none = summaryOf({ 'one [spec:a]': [], 'two [spec:a]': null });
    expect(issues(none)).toEqual(['spec:a: no test notices a mutant']);
    expect(issues(none, ['spec:a'])).toEqual([]);
  });

  it('an issue reports a rule that is not on the page', () => {
    expect(issues(summaryOf({ 'one [spec:b]': ['money 1'] }, 'spec:b'))).toContain('the page has no spec:b');
  });
});

describe('a draw of mutants', () => {
  const keys = Array.from({ length: 50 }, (_, place) => ({ key: `money ${place}`, file: 'money.ts' }));
  const draw = { count: 10, seed: 7 };

  it('a draw depends on its seed and not on the order of the mutants', () => {
    expect(drawn(keys.toReversed(), draw)).toEqual(drawn(keys, draw));
    expect(drawn(keys, { ...draw, seed: 8 })).not.toEqual(drawn(keys, draw));
  });

  it('a draw keeps its mutants when other mutants are added or removed', () => {
    const [first] = drawn(keys, draw);
    const fewer = keys.filter((one) => one !== first);
    expect(drawn(fewer, draw).slice(0, 9)).toEqual(drawn(keys, draw).slice(1));
    expect(drawn(keys, { ...draw, count: 12 }).slice(0, 10)).toEqual(drawn(keys, draw));
  });

  it.each([
    [285, 300, 100_000, 2.5],
    [300, 300, 100_000, 0.6],
    [285, 300, 600, 1.8],
    [285, 300, 300, 0],
  ])('the margin of error for %d killed of %d tried mutants, drawn from %d, is %d points', (...given) => {
    const [killed, tried, mutants, points] = given;
    expect(marginOfError(killed, tried, mutants)).toBeCloseTo(points, 1);
  });
});

describe('a planted mutant', () => {
  const file = 'packages/sdk/src/protocol/money.ts';
  const mutant: Mutant = { id: 'spec:a', file, replace: 'amount) * 11n', by: 'amount) * 12n' };

  it('a planted mutant is valid if its string can be replaced', () => {
    expect(issuesOfPlanted([mutant], ['spec:a'])).toEqual([]);
  });

  it('a planted mutant needs a rule on the page', () => {
    expect(issuesOfPlanted([mutant], ['spec:b'])).toEqual(['the page has no spec:a']);
  });

  it.each([
    ['a missing string', 'no such text', 0],
    ['a repeated string', '1000n', 2],
  ])('a planted mutant needs its string in the file exactly once: %s', (_what, replace, times) => {
    expect(issuesOfPlanted([{ ...mutant, replace }], ['spec:a'])).toEqual([
      `spec:a: ${file} has this ${times} times: ${replace}`,
    ]);
  });
});

it('a planted mutant replaces one string of the code, even with special characters', () => {
  expect(mutated('a(b); c', { id: 'spec:a', file: 'a.ts', replace: '(b)', by: "('$&')" })).toBe("a('$&'); c");
});

it('a mutant run executes a wire test through the in-process test file', () => {
  const wire = 'packages/mock-gateway/test/wire';
  const run = `${wire}/in-process.test.ts`;
  for (const file of [`${wire}/payin.contract.ts`, `${wire}/order-pairs.ts`, run])
    expect(testFilesOf(file)).toEqual([run]);
});
