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
    encoding(cesu8, 'CESU-8'),
    { stage: 'bytes', apply: (text) => Buffer.from(text, 'utf16le'), about: 'UTF-16' },
    {
      stage: 'bytes',
      apply: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      about: 'UTF-16 with a byte order mark',
    },
    { stage: 'bytes', apply: bigEndian, about: 'UTF-16, big-endian' },
    {
      stage: 'bytes',
      apply: (text) => bigEndian(`\ufeff${text}`),
      about: 'UTF-16, big-endian with a byte order mark',
    },
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

function bigEndian(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Each half of a surrogate pair as three bytes, as `utf8` of Oracle and the JDK's "modified UTF-8" have it. */
function cesu8(text: string): Payload {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) bytes.push(...Buffer.from(text.charAt(at)));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Uint8Array.from(bytes);
}

/** The code of each character, its first byte times 256 where it has two. */
type Table = ReadonlyMap<string, number>;

const question = 0x3f;

function byTable(table: Table, text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point < 0x80 ? point : (table.get(character) ?? question);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

function inGbk(text: string): Payload {
  gbk ??= tableOf('gbk', range(0x8140, 0xfefe));
  return byTable(gbk, text);
}

function inWindows1252(text: string): Payload {
  windows1252 ??= tableOf('windows-1252', range(0x80, 0xff));
  return byTable(windows1252, text);
}

/** Made when they are first needed: Node decodes these encodings and does not encode them. */
let gbk: Table | undefined;
let windows1252: Table | undefined;

/** Of codes with two bytes those whose second one begins no line and is no digit. */
function range(from: number, to: number): readonly number[] {
  const codes: number[] = [];
  for (let code = from; code <= to; code++) if ((code & 0xff) >= 0x40) codes.push(code);
  return codes;
}

const lineBreak = 0x0a;

/** All are decoded at once, one a line: one by one takes fifty milliseconds. */
function tableOf(label: string, codes: readonly number[]): Table {
  const bytes = new Uint8Array(codes.length * 3);
  let end = 0;
  for (const code of codes) {
    if (code > 0xff) bytes[end++] = code >> 8;
    bytes[end++] = code & 0xff;
    bytes[end++] = lineBreak;
  }
  const lines = decoderOf(label)?.decode(bytes.subarray(0, end)).split('\n') ?? [];
  const table = new Map<string, number>();
  for (const [at, code] of codes.entries()) {
    const text = lines[at] ?? '';
    if (text.length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, code);
  }
  return table;
}

/** A Node that was built with a small ICU has UTF-8 alone. */
function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
