import { expect, test } from 'vitest';
import {
  exceptions,
  type Found,
  isSameAs,
  longToAnalyse,
  problemOf,
  putTogether,
  regularExpressionsIn,
  sourceFiles,
} from './regular-expressions.ts';

const all = sourceFiles().flatMap((file) => regularExpressionsIn(file));
const where = ({ file, line, text }: Found) => `${file}:${line} ${text}`;

test('the time of every regular expression in the sources is proportional to the length of the string', {
  timeout: 600_000,
}, () => {
  const literals = all.filter(
    (found) => found.literal && !exceptions.some(isSameAs(found)) && !longToAnalyse.includes(found.text),
  );
  expect(literals.length).toBeGreaterThan(100);
  const problems = new Map(
    [...new Set(literals.map(({ text }) => text))].map((text) => [text, problemOf(text)]),
  );
  const wrong = literals.filter(({ text }) => problems.get(text) !== undefined);
  expect(wrong.map((found) => `${where(found)}: ${problems.get(found.text)}`)).toEqual([]);
});

test('every regular expression that is built from strings has a stated reason', () => {
  const unsaid = all.filter((found) => !found.literal && !putTogether.some(isSameAs(found)));
  expect(unsaid.map(where)).toEqual([]);
});

test('each listed exception still occurs in the code', () => {
  for (const exception of [...exceptions, ...putTogether]) {
    expect(all.filter((found) => isSameAs(found)(exception)).length, exception.text).toBeGreaterThan(0);
  }
  for (const text of longToAnalyse) expect(all.map((found) => found.text)).toContain(text);
});

test.each([
  String.raw`/\.?0+$/`,
  String.raw`/[\w.+-]+(?:@|%40)[\w.-]+/g`,
  String.raw`/\s+$/`,
  '/%.*$/',
  '/(a+)+$/',
  '/<form[^>]*>/',
  String.raw`/\B(?=(\d{2})+$)/g`,
])('the analysis reports the expression %s', (literal) => {
  expect(problemOf(literal)).toEqual(expect.any(String));
});

test.each(['/^[0-9]{1,9}$/', String.raw`/^https?:\/\/[^/]+$/i`, '/[&<>]/g'])(
  'the analysis does not report the expression %s',
  (literal) => {
    expect(problemOf(literal)).toBeUndefined();
  },
);

test('the search finds literals and built expressions anywhere in the code', () => {
  const source =
    'const a = b.replace(/x/g, ""); const f = () => <p title={/y/.test(c)}>{new RegExp(d)}{RegExp("e")}</p>;';
  expect(regularExpressionsIn('x.tsx', source).map(({ text, literal }) => [text, literal])).toEqual([
    ['/x/g', true],
    ['/y/', true],
    ['f', false],
    ['f', false],
  ]);
});

test.each([
  'globalThis.RegExp(text)',
  'const R = RegExp',
  'Reflect.construct(RegExp, [text])',
  "text.match('(a+)+$')",
  'text.search(`(a+)+$`)',
])('the search finds another way to build an expression: %s', (source) => {
  expect(regularExpressionsIn('x.ts', source)).toHaveLength(1);
});

test.each(['let a: RegExp;', 'f(a instanceof RegExp)', "list.search(term, 'b')"])(
  'the code %s builds no expression',
  (source) => {
    expect(regularExpressionsIn('x.ts', source)).toEqual([]);
  },
);

test.each(longToAnalyse)('the expression %s takes time in proportion to the length of the string', (text) => {
  expect(problemOf(text)).toBeUndefined();
});
