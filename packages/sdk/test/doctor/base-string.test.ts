import { createHash } from 'node:crypto';
import { explainSignature } from '@inrgate/sdk/doctor';
import { describe, expect, it } from 'vitest';

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex').toUpperCase();
const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const order = { mchId: 'DEMO1001', mchOrderNo: 'ORDER-1', amount: '500.00', extra: 'blue café' };
const right = 'amount=500.00&extra=blue café&mchId=DEMO1001&mchOrderNo=ORDER-1';

function compared(baseString: string | Uint8Array, sign: string) {
  return explainSignature({ ...order, sign }, { operation: 'payin', keys, baseString });
}

/** Changes a string in a way that no known mistake does. */
const odd = (text: string) => text.replace('ORDER-1', 'ORDER-7');

describe('a signed base string', () => {
  it.each([
    ['without its key', odd(right)],
    ['with its key', `${odd(right)}&key=demo-mch-key`],
    ['with a mask for the key', `${odd(right)}&key=***`],
    ['with the line break of its file', `${odd(right)}\n`],
    ['with CR LF', `${odd(right)}&key=demo-mch-key\r\n`],
  ])('the doctor names the first different character of a signed base string: %s', (_, base) => {
    const explanation = compared(base, md5(`${odd(right)}&key=demo-mch-key`));
    expect(explanation.verdict).toBe('explained');
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['text-differs']);
    expect(explanation.mistakes[0]?.title).toContain('character 63 is 7 U+0037; expected 1 U+0031');
    expect(explanation.comparison).toEqual({
      at: 63,
      expected: '1 U+0031',
      found: '7 U+0037',
      isWhatWasSigned: true,
    });
    expect(explanation.signedWith).toBe('mchKey');
    expect(JSON.stringify(explanation)).not.toContain('demo-mch-key');
  });

  it.each([
    ['\u00a0', 'U+00A0 NO-BREAK SPACE'],
    ['\u200b', 'U+200B ZERO WIDTH SPACE'],
    ['\ufeff', 'U+FEFF BYTE ORDER MARK'],
    ['\r', 'U+000D CARRIAGE RETURN'],
    ['\n', 'U+000A LINE FEED'],
    ['\t', 'U+0009 TAB'],
    ['\0', 'U+0000 NULL'],
    ['\u3000', 'U+3000 IDEOGRAPHIC SPACE'],
    ['\u0301', 'U+0301 COMBINING MARK'],
    ['\uff15', '５ U+FF15 FULLWIDTH 5'],
    ['\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['\u2019', '’ U+2019 RIGHT SINGLE QUOTATION MARK'],
  ])('the doctor names an invisible character of a signed base string: %j', (character, name) => {
    const base = odd(`${right.slice(0, 8)}${character}${right.slice(8)}`);
    const { comparison, difference } = compared(base, md5(`${base}&key=demo-mch-key`));
    expect(comparison).toMatchObject({ at: 9, found: name, isWhatWasSigned: true });
    expect(difference.flatMap(({ invisible }) => invisible)).toContain(name);
  });

  it('the doctor names a wrong key placement or key hash of a signed base string', () => {
    const ids = (sign: string) => compared(odd(right), sign).mistakes.map(({ id }) => id);
    expect(ids(md5(`${odd(right)}demo-mch-key`))).toEqual(['text-differs', 'key-without-name']);
    expect(ids(md5(`${odd(right)}&key=demo-mch-secret`))).toEqual(['text-differs', 'wrong-key-type']);
    expect(ids(md5(`${odd(right)}&key=demo-mch-key`).toLowerCase())).toEqual(['text-differs', 'lower-case']);
    expect(ids(md5(md5(`${odd(right)}&key=demo-mch-key`).toLowerCase()))).toEqual([
      'text-differs',
      'md5-twice',
    ]);
  });

  it('the doctor reports an unknown key in a signed base string without showing the key [contract:doctor.keys-masked]', () => {
    const base = `${right}&key=somebody-elses-key`;
    const explanation = compared(base, md5(base));
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['unknown-key']);
    expect(explanation.comparison).toMatchObject({ at: null, isWhatWasSigned: true });
    expect(JSON.stringify(explanation)).not.toContain('somebody-elses-key');
  });

  it('the doctor reports a signed base string in another encoding', () => {
    const bytes = Buffer.from(`${odd(right)}&key=demo-mch-key`, 'latin1');
    const ids = compared(bytes, md5(bytes)).mistakes.map(({ id }) => id);
    expect(ids).toEqual(['text-differs', 'other-charset']);
  });
});

describe('an unsigned base string', () => {
  it('the doctor compares an unsigned base string and explains the difference', () => {
    const explanation = compared(odd(right), md5('something else'));
    expect(explanation.verdict).toBe('unexplained');
    expect(explanation.comparison).toMatchObject({ at: 63, isWhatWasSigned: false });
    expect(explanation.summary).toContain('so the base string or the key is wrong');
    expect(explanation.summary).not.toContain('Then hand in the base string');
  });

  it('the doctor reports a correct base string although the signature does not match', () => {
    const explanation = compared(right, md5('something else'));
    expect(explanation).toMatchObject({ verdict: 'unexplained', difference: [], comparison: { at: null } });
    expect(explanation.summary).toContain('the base string is correct');
  });

  it('the doctor compares even an empty base string with the correct base string', () => {
    expect(compared('', md5('x')).comparison).toMatchObject({ at: 1, expected: 'a U+0061', found: null });
  });
});

it('the doctor compares the base string even if the signature is already explained', () => {
  const base = right.replace('blue café', 'blue%20caf%C3%A9');
  const explanation = compared(base, md5(`${base}&key=demo-mch-key`));
  expect(explanation.mistakes.map(({ id }) => id)).toEqual(['values-url-encoded']);
  expect(explanation.comparison).toEqual({
    at: 25,
    expected: 'U+0020 SPACE',
    found: '% U+0025',
    isWhatWasSigned: true,
  });
});

describe('summaries of a base string', () => {
  const summary = (base: string, sign: string) => compared(base, sign).summary;
  const place = 'character 63 is 7 U+0037; expected 1 U+0031';

  it('the summary of a signed base string names the first difference and its fix', () => {
    const fix =
      'Sign the values exactly as they are sent. Compare the two base strings from the first character that differs.';
    expect(summary(odd(right), md5(`${odd(right)}&key=demo-mch-key`))).toBe(
      `The base string does not match the parameters: ${place}. ${fix} In the base string, ${place}, and it produces this sign.`,
    );
  });

  it('the summary of an unsigned base string names the first difference', () => {
    const otherwise =
      'It does not produce this sign with any of the keys, so the base string or the key is wrong.';
    expect(summary(odd(right), md5('x'))).toMatch(
      /^None of \d+ single mistakes and \d+ pairs of mistakes produces this sign\. Either the key is wrong or the mistake is unknown\. First check that the key belongs to this Merchant ID\. In the base string, /,
    );
    expect(summary(odd(right), md5('x')).endsWith(` In the base string, ${place}. ${otherwise}`)).toBe(true);
    expect(
      summary(right, md5('x')).endsWith(` Apart from the key, the base string is correct. ${otherwise}`),
    ).toBe(true);
    expect(summary('', md5('x'))).toContain('In the base string, character 1 is missing; expected a U+0061.');
    expect(summary(`${right}x`, md5('x'))).toContain('character 64 is x U+0078; expected the end.');
  });

  it('the summary without a key names the first difference and asks for a key', () => {
    const given = { ...order, sign: md5('x') };
    const told = explainSignature(given, { operation: 'payin', keys: {}, baseString: odd(right) });
    expect(told.comparison).toMatchObject({ at: 63, isWhatWasSigned: null });
    expect(told.summary).toBe(
      `Without a key, the doctor can show only the expected base string. In the base string, ${place}. Pass a key to check whether this base string produces the sign.`,
    );
  });
});
