import type { Hypothesis, Variant } from '../hypothesis.ts';
import type { Payload } from '../recipe.ts';

export const otherCharset: Hypothesis = {
  id: 'other-charset',
  title: 'The text was hashed in another encoding than UTF-8',
  fix: 'Turn the text into UTF-8 bytes before it is hashed, whatever the platform’s default is.',
  remedy: 'utf8',
  variants: () => [
    encoding((text) => Buffer.from(onlyUpTo(0xff, text), 'latin1'), 'Latin-1'),
    encoding(inGbk, 'GBK'),
    encoding((text) => Buffer.from(text).toString('latin1'), 'UTF-8 twice'),
    encoding((text) => onlyUpTo(0x7f, text), 'ASCII'),
    encoding(inWindows1252, 'Windows-1252'),
    encoding((text) => Buffer.from(text, 'latin1'), 'the low byte of each character'),
    { stage: 'bytes', apply: (text) => Buffer.from(text, 'utf16le'), about: 'UTF-16' },
  ],
};

/** ASCII is the same in all of these. */
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

/** What an encoding has besides ASCII. */
interface Table {
  /** All its codes, one behind the other. */
  readonly codes: Uint8Array;
  /** Bytes of each. */
  readonly width: 1 | 2;
  /** Of each UTF-16 unit which of them it is, counted from one, or 0. */
  readonly places: Uint16Array;
}

const question = 0x3f;

function byTable({ codes, width, places }: Table, text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  let end = 0;
  for (const character of text) {
    const unit = character.charCodeAt(0);
    // What is two units is in neither encoding.
    const place = character.length === 1 ? (places[unit] ?? 0) : 0;
    if (place === 0) bytes[end++] = unit < 0x80 ? unit : question;
    else for (let at = 0; at < width; at++) bytes[end++] = codes[(place - 1) * width + at] ?? question;
  }
  return bytes.subarray(0, end);
}

function inGbk(text: string): Payload {
  gbk ??= tableOf('gbk', 2, gbkBytes());
  return byTable(gbk, text);
}

function inWindows1252(text: string): Payload {
  windows1252 ??= tableOf('windows-1252', 1, bytesFrom(0x80, 0xff).join(''));
  return byTable(windows1252, text);
}

/** Made when they are first needed: Node decodes these encodings and does not encode them. */
let gbk: Table | undefined;
let windows1252: Table | undefined;

/** All its codes, the bytes as characters. */
function gbkBytes(): string {
  const seconds = bytesFrom(0x40, 0xfe).filter((byte) => byte !== '\x7f');
  return bytesFrom(0x81, 0xfe)
    .map((first) => first + seconds.join(first))
    .join('');
}

function bytesFrom(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
}

/** All are decoded at once, into arrays: one by one, or into a map, takes twenty milliseconds and more. */
function tableOf(label: string, width: Table['width'], bytes: string): Table {
  const codes = Buffer.from(bytes, 'latin1');
  const units = decoderOf(label)?.decode(codes) ?? '';
  const places = new Uint16Array(0x1_0000);
  const count = units.length * width === codes.length ? units.length : 0;
  for (let at = 0; at < count; at++) places[units.charCodeAt(at)] ||= at + 1;
  return { codes, width, places };
}

/** A Node that was built with a small ICU has UTF-8 alone. */
function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
