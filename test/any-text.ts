import fc from 'fast-check';

/** Half surrogates, which are no characters. */
const gap = { from: 0xd800, size: 0x800 } as const;

/**
 * Any character, as `binary` of fast-check. The unit of `binary` first builds a map of all 1,112,064 characters, which
 * takes a second of CPU time in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - gap.size })
  .map((at) => String.fromCodePoint(at < gap.from ? at : at + gap.size), placeOf);

/** Lets fast-check draw the texts that it knows to be dangerous, such as `__proto__`, of these characters. */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('not one character');
  return code < gap.from ? code : code - gap.size;
}
