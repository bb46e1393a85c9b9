import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';

const kinds = (right: string, signed: string) =>
  difference(right, signed).map(({ kind, text }) => `${kind}: ${text}`);

describe('difference', () => {
  it.each([
    ['a=1&b=2', 'a=1&b=2', ['same: a=1&b=2']],
    ['a=1&b=2', 'a=1&b=&b=2', ['same: a=1', 'added: &b=', 'same: &b=2']],
    ['a=500.00&b=2', 'a=500&b=2', ['same: a=500', 'removed: .00', 'same: &b=2']],
    ['a=b c&d=1', 'a=b%20c&d=1', ['same: a=b', 'removed:  ', 'added: %20', 'same: c&d=1']],
    ['a=1&key=***', 'a=1***', ['same: a=1', 'removed: &key=', 'same: ***']],
    ['', 'a', ['added: a']],
    ['a', '', ['removed: a']],
    ['', '', []],
  ])('%s and %s', (right, signed, expected) => {
    expect(kinds(right, signed)).toEqual(expected);
  });

  it('what is moved is missing in one place and added in another', () => {
    expect(kinds('a=1&b=2&c=3&key=k', 'c=3&a=1&b=2&key=k').filter((line) => line.startsWith('same'))).toEqual(
      expect.arrayContaining([expect.stringContaining('&b=2')]),
    );
  });

  it('what is not added is the right text, what is not removed the signed one', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '&', '=', '1', '\u00a0', '👕'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (right, signed) => {
        const segments = difference(right, signed);
        const without = (kind: string) =>
          segments
            .filter((segment) => segment.kind !== kind)
            .map((segment) => segment.text)
            .join('');
        expect(without('added')).toBe(right);
        expect(without('removed')).toBe(signed);
        expect(segments.every(({ text: part }) => part !== '')).toBe(true);
        expect(segments.some((segment, at) => segment.kind === segments[at + 1]?.kind)).toBe(false);
      }),
    );
  });

  it('names what does not show, where the texts differ', () => {
    const [, removed, added] = difference('a=1 2', 'a=1\u00a02');
    expect(removed?.invisible).toEqual([]);
    expect(added?.invisible).toEqual(['U+00A0 NO-BREAK SPACE']);
  });

  it('long texts that differ everywhere are not compared one by one', () => {
    const [one, other] = ['x', 'y'].map((letter) => `a=${letter.repeat(40_000)}`);
    expect(difference(`${one}&b=1`, `${other}&b=1`).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});
