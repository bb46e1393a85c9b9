import { describe, expect, it } from 'vitest';
import { allMutants, faultsOf, type Mutant, mutated } from './mutants/mutant.ts';
import { rowsOfPage } from './mutants/rules.ts';
import { suiteOf, withoutOtherSuites } from './mutants/test-files.ts';

it('each row of the page of conformance has a mutant, and each mutant its row and its place in the code', async () => {
  const ids = rowsOfPage().map(({ id }) => id);
  expect(faultsOf(await allMutants(), ids)).toEqual([]);
});

it('each file that the page names is run by a quick test file', () => {
  const files = new Set(rowsOfPage().flatMap((row) => row.files));
  expect([...files].filter((file) => suiteOf(file).testFiles.length === 0)).toEqual([]);
});

describe('what is told', () => {
  const file = 'packages/sdk/src/protocol/money.ts';
  const mutant: Mutant = { id: 'spec:a', file, replace: 'amount) * 11n', by: 'amount) * 12n' };

  it('nothing, when each row has a mutant that can be put in', () => {
    expect(faultsOf([mutant], ['spec:a'])).toEqual([]);
  });

  it('a row without a mutant, and a mutant without a row', () => {
    expect(faultsOf([mutant], ['spec:b'])).toEqual(['spec:b has no mutant', 'the page has no spec:a']);
  });

  it('the same mutant twice', () => {
    const twice = [mutant, { ...mutant, by: 'amount)' }, { ...mutant, why: 'It grows.' }];
    expect(faultsOf(twice, ['spec:a'])).toEqual(['spec:a has this mutant twice: amount) * 11n']);
  });

  it.each([
    ['gone', 'no such text', 0],
    ['there twice', '1000n', 2],
  ])('a mutant whose text is %s', (_what, replace, times) => {
    expect(faultsOf([{ ...mutant, replace }], ['spec:a'])).toEqual([
      `spec:a: ${file} has this ${times} times: ${replace}`,
    ]);
  });
});

it('a mutant is the code with one text replaced, whatever signs the text has', () => {
  expect(mutated('a(b); c', { id: 'spec:a', file: 'a.ts', replace: '(b)', by: "('$&')" })).toBe("a('$&'); c");
});

describe('a suite', () => {
  const wire = 'packages/mock-gateway/test/wire';
  const run = `${wire}/in-process.test.ts`;

  it('of the wire runs in process', () => {
    const payin = `${wire}/payin.contract.ts`;
    const between = [`${wire}/wire.contract.ts`, run];
    expect(suiteOf(payin)).toEqual({ testFiles: [run], files: [payin, ...between] });
    const pairs = [`${wire}/order-pairs.ts`, `${wire}/order-of-checks.contract.ts`];
    expect(suiteOf(`${wire}/order-pairs.ts`)).toEqual({ testFiles: [run], files: [...pairs, ...between] });
    expect(suiteOf(run)).toEqual({ testFiles: [run], files: [run] });
  });

  it('runs without its neighbours, which do nothing', () => {
    const lines = [
      "import { a } from './a.contract.ts';",
      "import { b, c } from './b.contract.ts';",
      'a(); b(); c();',
    ];
    expect(withoutOtherSuites(lines.join('\n'), `${wire}/x.ts`, [`${wire}/a.contract.ts`])).toBe(
      [lines[0], 'const [b, c] = Array.from({ length: 2 }, () => () => {});', lines[2]].join('\n'),
    );
  });
});
