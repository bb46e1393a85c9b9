import type { Named } from './ways.ts';

/** A possible decoding of a received sign, as a digest of this length in one encoding. */
export interface SignForm {
  readonly digits: number;
  /** Returns true if this encoding of the digest equals the sign. The digest is in lower-case hexadecimal. */
  readonly matches: (digest: string) => boolean;
  readonly mistakes: readonly Named[];
}

function written(id: string, title: string, fix = 'Use all 32 digits of the digest.'): Named {
  return { id, title, fix, remedy: 'md5' };
}

const inDigits = 'Write the digest as 32 upper-case hexadecimal digits, two for each byte.';

const encodings = {
  lowerCase: written('lower-case', 'The sign is not in upper case', inDigits),
  base64: written('base64', 'The sign is encoded in base64', inDigits),
  base64OfHex: written('base64', 'The sign is the base64 encoding of the hexadecimal digits', inDigits),
  decimal: written('decimal', 'The sign is written as a decimal number', inDigits),
  zerosLost: written(
    'zeros-lost',
    'Leading zeros are missing from the sign',
    'Write two hexadecimal digits for each byte. BigInteger.toString(16) and Integer.toHexString drop leading zeros.',
  ),
  signExtended: written(
    'sign-extended',
    'Some bytes of the sign are written as negative numbers, with a leading ffffff',
    'Write each byte (byte & 0xff) as two hexadecimal digits.',
  ),
  sixteen: written('sixteen-digits', 'The sign is only the middle 16 digits of the digest'),
  cut: written('sign-cut', 'The sign is truncated'),
  dashed: written(
    'sign-dashed',
    'Dashes or colons separate the bytes of the sign',
    'Remove the dashes that BitConverter.ToString adds, or use Convert.ToHexString.',
  ),
  hexTwice: written(
    'hex-twice',
    'The digest is encoded in hexadecimal twice',
    'Encode the digest in hexadecimal once. PHP’s md5() and Python’s hexdigest() already return hexadecimal.',
  ),
  surrounded: written(
    'sign-surrounded',
    'Extra characters surround the sign',
    'Use only the 32 digits, without white space, quotes, a prefix or the file name that md5sum prints.',
  ),
} as const;

/** Mistakes that clients make when they encode a digest. */
export const encodingMistakes: readonly Named[] = /* @__PURE__ */ Object.values(encodings);

/** Numbers of hexadecimal digits of MD5, SHA-1, SHA-256 and SHA-512. */
const digestDigits: ReadonlySet<number> = /* @__PURE__ */ new Set([32, 40, 64, 128]);

/** Maximum length of a sign. SHA-512 in hexadecimal twice, or MD5 with `ffffff` before each byte, is shorter. */
const maxLength = 300;

/** Possible decodings of a sign. Each compares at least 64 bits, which excludes a match by chance. */
export function signFormsOf(received: string, anyCase: boolean): readonly SignForm[] {
  if (received.length > maxLength) return [];
  const inner = core(received);
  const text = /^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2})+$/.test(inner) ? inner.replace(/[:-]/g, '') : inner;
  const around = [
    ...(text === inner ? [] : [encodings.dashed]),
    ...(inner === received ? [] : [encodings.surrounded]),
  ];
  return formsOf(text, anyCase).map((form) => ({ ...form, mistakes: [...form.mistakes, ...around] }));
}

function formsOf(text: string, anyCase: boolean): readonly SignForm[] {
  const lower = text.toLowerCase();
  const { length } = text;
  const isHex = hexPattern.test(text);
  const isShort = isHex && length >= 20 && length <= 31;
  const base64 = Buffer.from(/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text) ? text : '', 'base64');
  const md5 = (encoding: Named, isPossible: boolean, matches: SignForm['matches']): readonly SignForm[] =>
    isPossible ? [{ digits: 32, matches, mistakes: [encoding] }] : [];
  return [
    ...ofDigits(text, anyCase || !/[a-f]/.test(text) ? [] : [encodings.lowerCase]),
    ...md5(encodings.decimal, /^[0-9]{30,39}$/.test(text), (digest) => `${BigInt(`0x${digest}`)}` === text),
    ...md5(encodings.sixteen, isHex && length === 16, (digest) => digest.slice(8, 24) === lower),
    ...md5(
      encodings.zerosLost,
      isShort,
      (digest) => bytesOf(digest).map(withoutZero).join('') === lower || digest === lower.padStart(32, '0'),
    ),
    ...md5(
      encodings.cut,
      isShort || (isHex && length === 16),
      (digest) => digest.startsWith(lower) || digest.endsWith(lower),
    ),
    ...md5(encodings.signExtended, isHex && length >= 32 && lower.includes('ffffff'), (digest) => {
      // As Java's `Integer.toHexString(b)` writes a negative byte.
      const bytes = bytesOf(digest).map((byte) => (byte >= '80' ? `ffffff${byte}` : byte));
      return bytes.join('') === lower || bytes.map(withoutZero).join('') === lower;
    }),
    ...ofDigits(isHex ? Buffer.from(text, 'hex').toString('latin1') : '', [encodings.hexTwice]),
    ...ofDigits(base64.toString('hex'), [encodings.base64]),
    ...ofDigits(base64.toString('latin1'), [encodings.base64OfHex]),
  ];
}

function ofDigits(text: string, mistakes: readonly Named[]): readonly SignForm[] {
  const digits = text.toLowerCase();
  if (!hexPattern.test(digits) || !digestDigits.has(digits.length)) return [];
  return [{ digits: digits.length, matches: (digest) => digest === digits, mistakes }];
}

function bytesOf(digest: string): readonly string[] {
  return digest.match(/../g) ?? [];
}

function withoutZero(byte: string): string {
  return byte.replace(/^0/, '');
}

/** Removes quotes, white space, `0x`, `sign=` and the `-` of md5sum from a sign. */
function core(received: string): string {
  return received
    .trim()
    .replace(/^(?:sign=|md5=|0x|\(stdin\)= |MD5\(stdin\)= )/i, '')
    .replace(/^["'{<[]/, '')
    .replace(/["'}>\]]$/, '')
    .replace(/ [ *]-$/, '')
    .trim();
}

/** Description of an unexplained sign by its length, or an empty string for the correct length. */
export function lengthWords(received: string): string {
  const text = core(received);
  if (text === '') return '';
  if (!hexPattern.test(text)) return 'The sign is not hexadecimal. An MD5 sign has 32 hexadecimal digits.';
  const { length } = text;
  if (length === 32) return '';
  const name = algorithms[length];
  const guess =
    name !== undefined
      ? `the length of ${name}`
      : length < 32
        ? 'so it was truncated or lost its leading zeros'
        : 'so it contains extra characters';
  return `The sign has ${length} hexadecimal digits, ${guess}. An MD5 sign has 32.`;
}

const algorithms: Readonly<Record<number, string>> = {
  16: 'the middle of an MD5',
  40: 'SHA-1',
  56: 'SHA-224',
  64: 'SHA-256',
  96: 'SHA-384',
  128: 'SHA-512',
};

const hexPattern = /^[0-9A-Fa-f]+$/;
