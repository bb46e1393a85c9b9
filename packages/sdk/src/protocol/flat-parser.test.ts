import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/any-text.ts';
import {
  FlatParseError,
  type FlatParseReason,
  type FlatValue,
  parseFlat,
  textParams,
} from './flat-parser.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function reasonOf(body: string | Uint8Array, contentType: string | null): FlatParseReason | 'read' {
  try {
    parseFlat(typeof body === 'string' ? Buffer.from(body) : body, contentType);
    return 'read';
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    return error.reason;
  }
}

const read = (body: string, contentType = json): Record<string, FlatValue> =>
  Object.fromEntries(parseFlat(Buffer.from(body), contentType));

describe('a flat JSON body', () => {
  it('the JSON parser keeps the literal spelling of every value', () => {
    const body = ' {"a" : 1.0,\n"b":-0,"c":5E+2,"d":true,"e":false,"f":null,"g":"","h":"x","i":1e400}\r\t';
    expect(read(body)).toEqual({
      a: { text: '1.0', kind: 'number' },
      b: { text: '-0', kind: 'number' },
      c: { text: '5E+2', kind: 'number' },
      d: { text: 'true', kind: 'boolean' },
      e: { text: 'false', kind: 'boolean' },
      f: { text: '', kind: 'null' },
      g: { text: '', kind: 'string' },
      h: { text: 'x', kind: 'string' },
      i: { text: '1e400', kind: 'number' },
    });
  });

  it('the JSON parser reads the empty object', () => {
    expect(read(' { } ')).toEqual({});
  });

  it('the JSON parser reads escapes, including surrogate pairs', () => {
    const body = String.raw`{"\u0061":"\"\\\/\b\f\n\r\t\u20b9\ud83d\udc55\u0000", "b\\":"\\"}`;
    expect(textParams(parseFlat(body, json))).toEqual(
      new Map([
        ['a', '"\\/\b\f\n\r\t₹👕\0'],
        ['b\\', '\\'],
      ]),
    );
  });

  it('the JSON parser accepts __proto__ and constructor as ordinary names', () => {
    const params = parseFlat('{"__proto__":"1","constructor":"2"}', json);
    expect([...params.keys()]).toEqual(['__proto__', 'constructor']);
  });

  it.each<[FlatParseReason, readonly string[]]>([
    ['not_an_object', ['[]', '[[[', '"x"', '1', ' null ', 'true']],
    [
      'nested_value',
      ['{"a":{}}', '{"a":[]}', '{"a":"1","b":["x"]}', '{"a":[', '{"a":{"b":', '{"a":[}', '{"a":[]} trailing'],
    ],
    ['duplicate_name', ['{"a":1,"a":1}', String.raw`{"a":"1","\u0061":"2"}`, '{"":1,"":2}']],
    [
      'lone_surrogate',
      [String.raw`{"a":"\ud83d"}`, String.raw`{"\udc55":1}`, String.raw`{"a":"\udc55\ud83d"}`],
    ],
    ['invalid_json', ['', ' ', '{', '}', 'nonsense', 'nullx', '1 2', '{} {}', '{},', '{"a":1}x', '\0']],
    [
      'invalid_json',
      ['{"a"}', '{"a":}', '{"a":1,}', '{,}', '{"a":1 "b":2}', '{a:1}', "{'a':1}", '{1:1}', '{"a"=1}'],
    ],
    [
      'invalid_json',
      ['{"a":1', '{"a":"x', '{"a', '{"a":"x\\', '{"a":"x\\"}', '{"a":tru}', '{"a":True}', '{"a":nul'],
    ],
    [
      'invalid_json',
      ['{"a":01}', '{"a":1.}', '{"a":.5}', '{"a":+1}', '{"a":-}', '{"a":1e}', '{"a":0x1}', '{"a":NaN}'],
    ],
    ['invalid_json', ['{"a":"\n"}', '{"a":"\t"}', '{"a":"\u0000"}', '{"a\u001f":1}', '{"a":"\\\n"}']],
    ['invalid_json', [String.raw`{"a":"\x"}`, String.raw`{"a":"\u12"}`, String.raw`{"a":"\u{61}"}`]],
    ['invalid_json', ['\ufeff{"a":1}', '\u00a0{}', '{"a":1}\ufeff', '/* */{}', '{"a":1}\f']],
  ])('the JSON parser rejects a body with the reason %s: %j', (reason, bodies) => {
    for (const body of bodies) expect([body, reasonOf(body, json)]).toEqual([body, reason]);
  });

  it('the JSON parser rejects deeply nested brackets at the first bracket', () => {
    expect(reasonOf('['.repeat(1_000_000), json)).toBe('not_an_object');
    expect(reasonOf(`{"a":${'['.repeat(1_000_000)}`, json)).toBe('nested_value');
    expect(reasonOf('{"a":'.repeat(100_000), json)).toBe('nested_value');
  });

  it('the JSON parser agrees with JSON.parse on flat objects', () => {
    const name = fc.string({ unit: anyCharacter }).filter((text) => text.isWellFormed());
    const scalar = fc.oneof(
      name,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const space = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.dictionary(name, scalar, { noNullPrototype: true }), space, (given, indent) => {
        const parsed = parseFlat(Buffer.from(JSON.stringify(given, null, indent)), json);
        expect(parsed.size).toBe(Object.keys(given).length);
        for (const [key, value] of Object.entries(given)) {
          expect(parsed.get(key)).toEqual({
            text: value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
            kind: value === null ? 'null' : typeof value,
          });
        }
      }),
    );
  });

  it('the JSON parser accepts the same bodies as JSON.parse for plain values and distinct names', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      ':',
      ',',
      '"a"',
      '"b"',
      '"\\n"',
      '1',
      '-',
      '.5',
      'e3',
      ' ',
      'true',
      'null',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const body = `{"x":${pieces.join('')}}`;
        const reason = reasonOf(body, json);
        fc.pre(reason === 'read' || reason === 'invalid_json');
        let valid = true;
        try {
          JSON.parse(body);
        } catch {
          valid = false;
        }
        expect([body, reason === 'read']).toEqual([body, valid]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a form body', () => {
  it('the form parser decodes names and values, and reads a plus as a space', () => {
    expect(read('a=1+2&b%20c=%E2%82%B9&d=%2B&e=&f&=g&h=x=y&&raw=é', form)).toEqual({
      a: { text: '1 2', kind: 'string' },
      'b c': { text: '₹', kind: 'string' },
      d: { text: '+', kind: 'string' },
      e: { text: '', kind: 'string' },
      f: { text: '', kind: 'string' },
      '': { text: 'g', kind: 'string' },
      h: { text: 'x=y', kind: 'string' },
      raw: { text: 'é', kind: 'string' },
    });
  });

  it('the form parser reads no fields from an empty body', () => {
    expect(read('', form)).toEqual({});
  });

  it.each<[FlatParseReason, readonly string[]]>([
    ['invalid_form', ['a=%zz', 'a=%', 'a=%4', '%=1', 'a=1&b=%e2%8', '\ufeffa=1']],
    ['invalid_utf8', ['a=%ff', 'a=%ed%a0%bd', '%c0%80=1', 'a=%e2%82']],
    ['duplicate_name', ['a=1&a=1', 'a=1&%61=2', 'a&a=']],
    ['nested_value', ['a[]=1', 'a[b]=1', 'a%5B%5D=1', '[=1']],
  ])('the form parser rejects a body with the reason %s: %j', (reason, bodies) => {
    for (const body of bodies) expect([body, reasonOf(body, form)]).toEqual([body, reason]);
  });

  it('the form parser agrees with URLSearchParams on generated and hand-written forms', () => {
    const text = fc.string({ unit: anyCharacter }).filter((some) => some.isWellFormed());
    const written = fc.dictionary(
      text.filter((name) => !name.includes('[')),
      text,
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(written, (given) => {
        const body = new URLSearchParams(given).toString();
        expect(textParams(parseFlat(Buffer.from(body), form))).toEqual(new Map(Object.entries(given)));
      }),
    );
    const piece = fc.constantFrom('a', 'b', '=', '&', '+', '%20', '%3D', '%26', 'é', '.');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const body = pieces.join('');
        const theirs = [...new URLSearchParams(body)];
        const reason = reasonOf(body, form);
        if (new Set(theirs.map(([name]) => name)).size < theirs.length) expect(reason).toBe('duplicate_name');
        else expect([...textParams(parseFlat(body, form))]).toEqual(theirs);
      }),
    );
  });
});

describe('the content type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; CharSet=utf8; profile=x',
    'application/json; charset= utf-8 ; profile=x',
    ' application/json ;',
    'application/json; profile="a;b"',
  ])('the flat parser reads JSON with the content type %j', (contentType) => {
    expect(reasonOf('{}', contentType)).toBe('read');
  });

  it.each(['application/x-www-form-urlencoded', 'APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8'])(
    'the flat parser reads a form with the content type %j',
    (contentType) => {
      expect(reasonOf('a=1', contentType)).toBe('read');
    },
  );

  it.each([
    null,
    '',
    'json',
    'text/json',
    'text/plain',
    'application/ld+json',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/json; charset=gbk',
    'application/json; charset=utf-8; Charset=gbk',
    'application/json; charset',
    'application/json; charset=utf-16',
    'application/json; charset=utf-80',
    'application/json; charset=not-utf-8',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=windows-1252',
    'application/json, application/json',
    '/',
  ])('the flat parser rejects the content type %j', (contentType) => {
    expect(reasonOf('{}', contentType)).toBe('unsupported_content_type');
  });
});

describe('any body', () => {
  it('the flat parser decodes a body as strict UTF-8', () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0xbd], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]]) {
      expect(reasonOf(Buffer.from([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]), json)).toBe(
        'invalid_utf8',
      );
      expect(reasonOf(Buffer.from([...Buffer.from('a='), ...bytes]), form)).toBe('invalid_utf8');
    }
  });

  it('the flat parser accepts a string, but rejects half a surrogate pair', () => {
    expect(textParams(parseFlat('{"a":"₹"}', json))).toEqual(new Map([['a', '₹']]));
    expect(() => parseFlat('{"a":"\ud83d"}', json)).toThrow(
      expect.objectContaining({ reason: 'lone_surrogate' }),
    );
  });

  it('the flat parser throws only FlatParseError for any bytes and content type', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .array(
          fc.constantFrom('{', '}', '[', '"', '\\', '\\u', 'd83d', ':', ',', '1', 'a', '%', '=', '&', '+'),
        )
        .map((pieces) => Buffer.from(pieces.join(''))),
    );
    const type = fc.oneof(fc.constantFrom(json, form, null), fc.string());
    fc.assert(
      fc.property(bytes, type, (body, contentType) => {
        reasonOf(body, contentType);
      }),
      { numRuns: 2000 },
    );
  });

  it('the error of the flat parser does not contain the body', () => {
    const thrown = expect.objectContaining({ name: 'FlatParseError', message: 'the body is not valid JSON' });
    expect(() => parseFlat('{"key":"demo-mch-key"', json)).toThrow(thrown);
  });
});
