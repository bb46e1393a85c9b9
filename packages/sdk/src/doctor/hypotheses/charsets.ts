import type { Hypothesis, Variant } from '../hypothesis.ts';
import type { Payload } from '../recipe.ts';

export const otherCharset: Hypothesis = {
  id: 'other-charset',
  title: 'The base string was hashed in an encoding other than UTF-8',
  fix: 'Encode the base string as UTF-8 explicitly before hashing it.',
  remedy: 'utf8',
  variants: () => [
    encoding((text) => Buffer.from(onlyUpTo(0xff, text), 'latin1'), 'Latin-1'),
    encoding(inGbk, 'GBK'),
    encoding((text) => Buffer.from(text).toString('latin1'), 'UTF-8 twice'),
    encoding((text) => onlyUpTo(0x7f, text), 'ASCII'),
    encoding((text) => Buffer.from(text, 'latin1'), 'the low byte of each character'),
    { stage: 'bytes', apply: (text) => Buffer.from(text, 'utf16le'), about: 'UTF-16' },
  ],
};

/** Creates a step that encodes the string in an ASCII-compatible charset. */
function encoding(encode: (text: string) => Payload, about: string): Variant {
  return { stage: 'bytes', apply: (text) => (isAscii(text) ? text : encode(text)), about };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function onlyUpTo(last: number, text: string): string {
  let made = '';
  for (const character of text) made += (character.codePointAt(0) ?? 0) > last ? '?' : character;
  return made;
}

const question = 0x3f;

function inGbk(text: string): Uint8Array {
  gbk ??= gbkPlaces();
  const bytes = new Uint8Array(2 * text.length);
  let end = 0;
  for (const character of text) {
    const unit = character.charCodeAt(0);
    // GBK has no characters of two UTF-16 units.
    const code = character.length === 1 ? (gbk[unit] ?? 0) : 0;
    if (code === 0) bytes[end++] = unit < 0x80 ? unit : question;
    else {
      bytes[end++] = code >> 8;
      bytes[end++] = code & 0xff;
    }
  }
  return bytes.subarray(0, end);
}

/**
 * The GBK code of each UTF-16 unit, or 0 if the unit has no code. Created on first use, because Node decodes GBK but
 * does not encode it.
 */
let gbk: Uint16Array | undefined;

/** Decodes all codes in one call into an array. Separate calls or a Map take 20 ms or more. */
function gbkPlaces(): Uint16Array {
  const codes = rangeOf(0x81, 0xfe).flatMap((first) =>
    rangeOf(0x40, 0xfe)
      .filter((second) => second !== 0x7f)
      .map((second) => (first << 8) | second),
  );
  const units =
    gbkDecoder()?.decode(Uint8Array.from(codes.flatMap((code) => [code >> 8, code & 0xff]))) ?? '';
  const places = new Uint16Array(0x1_0000);
  const count = units.length === codes.length ? units.length : 0;
  for (let at = 0; at < count; at++) places[units.charCodeAt(at)] ||= codes[at] ?? 0;
  return places;
}

function rangeOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** A decoder of GBK. Undefined in a Node build with a small ICU, which supports only UTF-8. */
function gbkDecoder(): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder('gbk');
  } catch {
    return undefined;
  }
}
