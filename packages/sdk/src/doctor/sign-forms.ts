import type { Named } from './ways.ts';

/** A possible decoding of a received sign, as a digest of this length in one encoding. */
export interface SignForm {
  readonly digits: number;
  /** Returns true if this encoding of the digest equals the sign. The digest is in lower-case hexadecimal. */
  readonly matches: (digest: string) => boolean;
  readonly mistakes: readonly Named[];
}

const fix = 'Write the digest as 32 upper-case hexadecimal digits, two for each byte.';

const encodings = {
  lowerCase: { id: 'lower-case', title: 'The sign is not in upper case', fix },
  base64: { id: 'base64', title: 'The sign is encoded in base64', fix },
  base64OfHex: { id: 'base64', title: 'The sign is the base64 encoding of the hexadecimal digits', fix },
  decimal: { id: 'decimal', title: 'The sign is written as a decimal number', fix },
  zerosLost: {
    id: 'zeros-lost',
    title: 'Leading zeros are missing from the sign',
    fix: 'Write two hexadecimal digits for each byte. BigInteger.toString(16) and Integer.toHexString drop leading zeros.',
  },
  signExtended: {
    id: 'sign-extended',
    title: 'Some bytes of the sign are written as negative numbers, with a leading ffffff',
    fix: 'Write each byte (byte & 0xff) as two hexadecimal digits.',
  },
  sixteen: {
    id: 'sixteen-digits',
    title: 'The sign is only the middle 16 digits of the digest',
    fix: 'Send all 32 digits of the digest.',
  },
  cut: { id: 'sign-cut', title: 'The sign is truncated', fix: 'Send all 32 digits of the digest.' },
  dashed: {
    id: 'sign-dashed',
    title: 'Dashes or colons separate the bytes of the sign',
    fix: 'Remove the dashes that BitConverter.ToString adds, or use Convert.ToHexString.',
  },
  hexTwice: {
    id: 'hex-twice',
    title: 'The digest is encoded in hexadecimal twice',
    fix: 'Encode the digest in hexadecimal once. PHP’s md5() and Python’s hexdigest() already return hexadecimal.',
  },
  surrounded: {
    id: 'sign-surrounded',
    title: 'Extra characters surround the sign',
    fix: 'Send only the 32 digits, without white space, quotes, a prefix or the file name that md5sum prints.',
  },
} as const;

/** Mistakes that clients make when they encode a digest. */
export const encodingMistakes: readonly Named[] = /* @__PURE__ */ Object.values(encodings).map(mistake);

type Encoding = (typeof encodings)[keyof typeof encodings];

function mistake(encoding: Encoding): Named {
  return { ...encoding, remedy: 'upperHex' };
}

/** Numbers of hexadecimal digits of MD5, SHA-1 and SHA-256. */
const digestDigits: ReadonlySet<number> = /* @__PURE__ */ new Set([32, 40, 64]);

/** Maximum length of a sign. SHA-256 in base64, or with `ffffff` before each byte, is shorter. */
const maxLength = 300;

/** Possible decodings of a sign. Each compares at least 64 bits, which excludes a match by chance. */
export function signFormsOf(received: string, anyCase: boolean): readonly SignForm[] {
  if (received.length > maxLength) return [];
  const inner = core(received);
  const text = /^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2})+$/.test(inner) ? inner.replace(/[:-]/g, '') : inner;
  const around = [
    ...(text === inner ? [] : [mistake(encodings.dashed)]),
    ...(inner === received ? [] : [mistake(encodings.surrounded)]),
  ];
  const written = [...shortened(text), ...longer(text), ...inHexTwice(text), ...inBase64(text)];
  return [...hexadecimal(text, anyCase), ...written].map((reading) => ({
    ...reading,
    mistakes: [...reading.mistakes, ...around],
  }));
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

function hexadecimal(text: string, anyCase: boolean): readonly SignForm[] {
  if (!hexPattern.test(text) || !digestDigits.has(text.length)) return [];
  const lower = text.toLowerCase();
  const isWrong = !anyCase && /[a-f]/.test(text);
  return [
    {
      digits: text.length,
      matches: (digest) => digest === lower,
      mistakes: isWrong ? [mistake(encodings.lowerCase)] : [],
    },
  ];
}

function shortened(text: string): readonly SignForm[] {
  const lower = text.toLowerCase();
  const md5 = (encoding: Encoding, matches: SignForm['matches']): SignForm => ({
    digits: 32,
    matches,
    mistakes: [mistake(encoding)],
  });
  const found: SignForm[] = [];
  if (/^[0-9]{30,39}$/.test(text)) {
    found.push(md5(encodings.decimal, (digest) => BigInt(`0x${digest}`).toString() === text));
  }
  if (!hexPattern.test(text)) return found;
  if (text.length === 16) found.push(md5(encodings.sixteen, (digest) => digest.slice(8, 24) === lower));
  if (text.length < 20 || text.length > 31) return found;
  found.push(
    md5(encodings.zerosLost, (digest) => bytesOf(digest).map(withoutZero).join('') === lower),
    md5(encodings.zerosLost, (digest) => digest.padStart(32, '0') === lower.padStart(32, '0')),
    md5(encodings.cut, (digest) => digest.startsWith(lower) || digest.endsWith(lower)),
  );
  return found;
}

/** Decodes bytes that Java's `Integer.toHexString(b)` wrote. A negative byte has the prefix `ffffff`. */
function longer(text: string): readonly SignForm[] {
  const lower = text.toLowerCase();
  if (!hexPattern.test(text) || text.length < 32 || !lower.includes('ffffff')) return [];
  const extended = (byte: string) => (byte >= '80' ? `ffffff${byte}` : byte);
  return [
    {
      digits: 32,
      matches: (digest) => {
        const bytes = bytesOf(digest).map(extended);
        return bytes.join('') === lower || bytes.map(withoutZero).join('') === lower;
      },
      mistakes: [mistake(encodings.signExtended)],
    },
  ];
}

function bytesOf(digest: string): readonly string[] {
  return Array.from({ length: digest.length / 2 }, (_, at) => digest.slice(at * 2, at * 2 + 2));
}

function withoutZero(byte: string): string {
  return byte.startsWith('0') ? byte.slice(1) : byte;
}

function inHexTwice(text: string): readonly SignForm[] {
  if (!hexPattern.test(text)) return [];
  return ofDigits(Buffer.from(text, 'hex').toString('latin1'), encodings.hexTwice);
}

function inBase64(text: string): readonly SignForm[] {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text)) return [];
  const bytes = Buffer.from(text, 'base64');
  return [
    ...ofDigits(bytes.toString('hex'), encodings.base64),
    ...ofDigits(bytes.toString('latin1'), encodings.base64OfHex),
  ];
}

function ofDigits(text: string, encoding: Encoding): readonly SignForm[] {
  const digits = text.toLowerCase();
  if (!hexPattern.test(digits) || !digestDigits.has(digits.length)) return [];
  return [{ digits: digits.length, matches: (digest) => digest === digits, mistakes: [mistake(encoding)] }];
}
