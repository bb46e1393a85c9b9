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
  ])('difference compares %s with %s', (right, signed, expected) => {
    expect(kinds(right, signed)).toEqual(expected);
  });

  it.each([
    [
      'amount=500.00&extra=blue shirt&mchId=M1&key=***',
      'amount=500.00&extra=blue+shirt&mchId=M1&key=***',
      ['amount=500.00&extra=blue', '- ', '++', 'shirt&mchId=M1&key=***'],
    ],
    [
      'amount=500.00&mchId=M1',
      'amount=5,00,000&mchId=m1',
      ['amount=5', '+,', '00', '-.', '+,', '00', '+0', '&mchId=', '-M', '+m', '1'],
    ],
    ['a=1&b=2&c=3', 'a=1&c=3', ['a=1', '-&b=2', '&c=3']],
    ['a=1&b=2&c=3', 'c=3&b=2&a=1', ['-a', '+c', '=', '-1', '+3', '&b=2&', '-c', '+a', '=', '-3', '+1']],
    ['a=abcdef&b=1', 'a=uvwxyz&b=1', ['a=', '-abcdef', '+uvwxyz', '&b=1']],
    ['a=abcdefghi&b=1', 'a=abcxyzghi&b=1', ['a=abc', '-def', '+xyz', 'ghi&b=1']],
    [
      'a=abcdefghi&b=1',
      'a=xbxexhx&b=1',
      ['a=', '-a', '+x', 'b', '-cd', '+x', 'e', '-fg', '+x', 'h', '-i', '+x', '&b=1'],
    ],
    // The few equal characters are equal by chance.
    ['name=Asha', 'NAME=ASHA', ['-name=Asha', '+NAME=ASHA']],
    ['abc', 'cde', ['-ab', 'c', '+de']],
    ['abcd', 'dxyz', ['-abcd', '+dxyz']],
    ['a=b&c=d&e=f', 'ab&cd&ef', ['a', '-=', 'b&c', '-=', 'd&e', '-=', 'f']],
    ['a=b&c=d', 'a=b&amp;c=d', ['a=b&', '+amp;', 'c=d']],
    [
      'a=http://s.in/a?b=2%20c',
      'a=http%3A%2F%2Fs.in%2Fa%3Fb%3D2%2520c',
      [
        'a=http',
        '-://',
        '+%3A%2F%2F',
        's.in',
        '-/',
        '+%2F',
        'a',
        '-?',
        '+%3F',
        'b',
        '-=',
        '+%3D',
        '2',
        '-%20',
        '+%2520',
        'c',
      ],
    ],
    ['k=👕👖', 'k=👕', ['k=👕', '-👖']],
    ['a=1234&b=1', 'a=12&b=134', ['a=12', '-34', '&b=1', '+34']],
    ['a=abababab', 'a=babababa', ['a=', '-a', 'bababab', '+a']],
  ])('difference shows the parts that differ between %s and %s', (right, signed, expected) => {
    const marks = { same: '', removed: '-', added: '+' };
    expect(difference(right, signed).map(({ kind, text }) => marks[kind] + text)).toEqual(expected);
  });

  it('difference compares character by character for up to 250,000 pairs', () => {
    const turned = (count: number) => difference('ab'.repeat(count), 'ba'.repeat(count)).length;
    expect(turned(250)).toBe(3);
    expect(turned(251)).toBe(2);
  });

  it('difference finds the common beginning and end of strings with long differences', () => {
    const [one, other] = ['x', 'y'].map((letter) => `a=${letter.repeat(600)}${'z'.repeat(600)}`);
    expect(kinds(one ?? '', other ?? '')).toEqual([
      'same: a=',
      `removed: ${'x'.repeat(600)}`,
      `added: ${'y'.repeat(600)}`,
      `same: ${'z'.repeat(600)}`,
    ]);
  });

  it('difference shows a moved part as removed in one place and added in another', () => {
    expect(kinds('a=1&b=2&c=3&key=k', 'c=3&a=1&b=2&key=k').filter((line) => line.startsWith('same'))).toEqual(
      expect.arrayContaining([expect.stringContaining('&b=2')]),
    );
  });

  it('difference contains the complete correct string and the complete signed string', () => {
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

  it('difference names invisible characters', () => {
    const [, removed, added] = difference('a=1 2', 'a=1\u00a02');
    expect(removed?.invisible).toEqual([]);
    expect(added?.invisible).toEqual(['U+00A0 NO-BREAK SPACE']);
  });

  it('difference reports long strings that differ everywhere as one removed and one added part', () => {
    const [one, other] = ['x', 'y'].map((letter) => `a=${letter.repeat(40_000)}`);
    expect(difference(`${one}&b=1`, `${other}&b=1`).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});
