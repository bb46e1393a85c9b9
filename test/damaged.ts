import fc from 'fast-check';
import { anyCharacter } from './any-text.ts';

/** A truncated text, or one with some characters replaced, as in a damaged file. */
export function damagedText(good: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      '\u0000',
      '\uFEFF',
      '"',
      ',',
      '\n',
      '\r',
      '{',
      ']',
      ':',
      '- ',
      '&a',
      '*a',
      '!!js ',
      '%',
      '\ud800',
    ),
    fc.string({ unit: anyCharacter, maxLength: 5 }),
  );
  return fc.oneof(
    fc.nat(good.length).map((length) => good.slice(0, length)),
    fc
      .array(fc.tuple(fc.nat(good.length), fc.nat(8), piece), { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), good),
      ),
  );
}
