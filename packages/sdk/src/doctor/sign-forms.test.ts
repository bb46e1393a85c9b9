import { describe, expect, it } from 'vitest';
import { lengthWords, signFormsOf } from './sign-forms.ts';

/** A digest that contains a byte starting with 0 at its beginning and inside, and bytes below and above 0x80. */
const md5 = '00ff0a7f80c2d3e4f506172839ab5b6c';
const bytes = Buffer.from(md5, 'hex');
const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
const upper = md5.toUpperCase();
/** A digest of decimal digits only, which have no upper and lower case. */
const plain = '12345678901234567890123456789012';

/** Returns the mistakes in the encoding of the digest, or undefined if the encoding is unknown. */
function mistakes(sign: string, { digest = md5, anyCase = false } = {}): readonly string[] | undefined {
  const form = signFormsOf(sign, anyCase).find(
    ({ digits, matches }) => digits === digest.length && matches(digest),
  );
  return form?.mistakes.map(({ id, title }) => `${id}: ${title}`);
}

const lowerCase = 'lower-case: The sign is not in upper case';
const base64 = 'base64: The sign is encoded in base64';
const base64OfHex = 'base64: The sign is the base64 encoding of the hexadecimal digits';
const decimal = 'decimal: The sign is written as a decimal number';
const zerosLost = 'zeros-lost: Leading zeros are missing from the sign';
const extended =
  'sign-extended: Some bytes of the sign are written as negative numbers, with a leading ffffff';
const sixteen = 'sixteen-digits: The sign is only the middle 16 digits of the digest';
const cut = 'sign-cut: The sign is truncated';
const dashed = 'sign-dashed: Dashes or colons separate the bytes of the sign';
const hexTwice = 'hex-twice: The digest is encoded in hexadecimal twice';
const around = 'sign-surrounded: Extra characters surround the sign';

const withoutZero = (pair: string) => pair.replace(/^0/, '');
const negative = (pair: string) => (pair >= '80' ? `ffffff${pair}` : pair);

describe('digest encodings [contract:doctor.mistakes]', () => {
  it.each<[string, string, readonly string[]]>([
    ['upper case', upper, []],
    ['lower case', md5, [lowerCase]],
    ['mixed case', md5.replace('ff', 'FF'), [lowerCase]],
    ['base64', bytes.toString('base64'), [base64]],
    ['base64 without padding', bytes.toString('base64').replace(/=+$/, ''), [base64]],
    ['base64url', bytes.toString('base64url'), [base64]],
    ['base64 of the digits', btoa(md5), [base64OfHex]],
    ['base64 of the digits in upper case', btoa(upper), [base64OfHex]],
    ['a number', BigInt(`0x${md5}`).toString(), [decimal]],
    ['bytes without a leading zero', pairs.map(withoutZero).join(''), [zerosLost]],
    [
      'bytes without a leading zero in upper case',
      pairs.map(withoutZero).join('').toUpperCase(),
      [zerosLost],
    ],
    ['digits without leading zeros', md5.replace(/^0+/, ''), [zerosLost]],
    ['digits without leading zeros in upper case', upper.replace(/^0+/, ''), [zerosLost]],
    ['signed bytes', pairs.map(negative).join(''), [extended]],
    ['signed bytes in upper case', pairs.map(negative).join('').toUpperCase(), [extended]],
    ['signed bytes without a leading zero', pairs.map(negative).map(withoutZero).join(''), [extended]],
    ['the middle digits', md5.slice(8, 24), [sixteen]],
    ['the middle digits in upper case', upper.slice(8, 24), [sixteen]],
    ['all digits except the last', upper.slice(0, 31), [cut]],
    ['twenty digits', md5.slice(0, 20), [cut]],
    ['the last twenty digits', upper.slice(12), [cut]],
    ['white space', `\n ${upper}\t`, [around]],
    ['a digest after sign=', `sign=${upper}`, [around]],
    ['a digest after MD5=', `MD5=${upper}`, [around]],
    ['0x', `0x${upper}`, [around]],
    ['the output of openssl', `(stdin)= ${upper}`, [around]],
    ['the output of openssl md5', `MD5(stdin)= ${upper}`, [around]],
    ['quotes', `"${upper}"`, [around]],
    ['single quotes', `'${upper}'`, [around]],
    ['braces', `{${upper}}`, [around]],
    ['brackets', `[${upper}]`, [around]],
    ['angle brackets', `<${upper}>`, [around]],
    ['the output of md5sum', `${upper}  -`, [around]],
    ['the output of md5sum --binary', `${upper} *-`, [around]],
    ['quotes with white space inside', `" ${upper} "`, [around]],
    ['colons', pairs.join(':').toUpperCase(), [dashed]],
    ['dashes', pairs.join('-').toUpperCase(), [dashed]],
    ['hexadecimal of the digits', Buffer.from(md5).toString('hex'), [hexTwice]],
    ['quotes around lower case', `"${md5}"`, [lowerCase, around]],
    ['md5sum of lower case', `${md5}  -`, [lowerCase, around]],
    ['quotes around base64', `'${bytes.toString('base64')}'`, [base64, around]],
  ])('the doctor recognizes a digest written as %s', (_, sign, expected) => {
    expect(mistakes(sign)).toEqual(expected);
    const other = md5.replace('c2d3', 'c2d4');
    expect(mistakes(sign, { digest: other })).toBeUndefined();
  });

  it('the doctor does not report lower case if the signature may have either case', () => {
    expect(mistakes(md5, { anyCase: true })).toEqual([]);
    expect(mistakes(` ${md5}`, { anyCase: true })).toEqual([around]);
    expect(mistakes(btoa(md5), { anyCase: true })).toEqual([base64OfHex]);
  });

  it('a digest that contains only decimal digits has no case', () => {
    expect(mistakes(plain, { digest: plain })).toEqual([]);
  });

  it.each([40, 64])('the doctor recognizes each encoding of a digest of %d digits', (length) => {
    const digest = md5.repeat(4).slice(0, length);
    expect(mistakes(digest.toUpperCase(), { digest })).toEqual([]);
    expect(mistakes(digest, { digest })).toEqual([lowerCase]);
    expect(mistakes(Buffer.from(digest, 'hex').toString('base64'), { digest })).toEqual([base64]);
    expect(mistakes(btoa(digest), { digest })).toEqual([base64OfHex]);
  });
});

describe('a string that is not a digest [contract:doctor.nothing-false]', () => {
  it.each([
    ['an empty string', ''],
    ['fifteen digits', md5.slice(8, 23)],
    ['seventeen digits', md5.slice(8, 25)],
    ['nineteen digits', md5.slice(0, 19)],
    ['thirty-three digits', `${md5}0`],
    ['thirty-six digits', `${md5}0000`],
    ['no digits', 'z'.repeat(32)],
    ['no digits after ffffff', `ffffff${'z'.repeat(32)}`],
    ['an invalid digit', `${upper.slice(0, 31)}G`],
    ['a character before the digits', `-${upper}`],
    ['an invalid md5sum file name', `${upper}  x`],
    ['a quote inside', `${upper.slice(0, 16)}"${upper.slice(16)}`],
    ['the end of md5sum inside', `${upper.slice(0, 16)}  -${upper.slice(16)}`],
    ['colons between some bytes only', `${pairs.slice(0, 2).join('')}:${pairs.slice(2).join(':')}`],
    ['a group of three digits', `${pairs.join(':')}0`],
    ['an unknown separator', pairs.join('.')],
    ['base64 that is too short', bytes.toString('base64').slice(0, 20)],
    ['base64 of fewer bytes', bytes.subarray(1).toString('base64')],
    ['base64 with an additional =', `${bytes.toString('base64')}=`],
    ['base64 of words', btoa('no digest at all, only words.')],
  ])('the doctor does not read %s as a digest', (_, sign) => {
    expect(signFormsOf(sign, false).map(({ digits }) => digits)).toEqual([]);
  });

  it('the doctor reads at most 300 characters as a digest', () => {
    const long = (length: number) => `${'ffffff80'.repeat(16)}${' '.repeat(length - 128)}`;
    const digest = '80'.repeat(16);
    expect(mistakes(long(300), { digest })).toEqual([extended, around]);
    expect(mistakes(long(301), { digest })).toBeUndefined();
  });

  it('the doctor reads a number of 30 to 39 digits as a digest', () => {
    for (const number of ['9'.repeat(30), '1'.repeat(39)]) {
      const digest = BigInt(number).toString(16).padStart(32, '0');
      expect(mistakes(number, { digest })).toEqual([decimal]);
    }
    const digest = BigInt('9'.repeat(29)).toString(16).padStart(32, '0');
    expect(mistakes('9'.repeat(29), { digest })).toBeUndefined();
  });
});

it.each([
  ['', ''],
  [upper, ''],
  [`"${upper}"`, ''],
  ['Z1', 'The sign is not hexadecimal. An MD5 sign has 32 hexadecimal digits.'],
  [
    upper.slice(16),
    'The sign has 16 hexadecimal digits, the length of the middle of an MD5. An MD5 sign has 32.',
  ],
  [
    upper.slice(1),
    'The sign has 31 hexadecimal digits, so it was truncated or lost its leading zeros. An MD5 sign has 32.',
  ],
  [`${upper}0`, 'The sign has 33 hexadecimal digits, so it contains extra characters. An MD5 sign has 32.'],
  [upper.repeat(2), 'The sign has 64 hexadecimal digits, the length of SHA-256. An MD5 sign has 32.'],
])('the description of the sign %j is %j', (sign, words) => {
  expect(lengthWords(sign)).toBe(words);
});
