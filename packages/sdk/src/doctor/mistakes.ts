import { hash } from 'node:crypto';
import { mask } from '../protocol/masking.ts';
import { type Fields, inByteOrder, inBytes } from './client.ts';
import * as format from './formats.ts';
import { aliasPairs, otherName } from './operations.ts';
import type { RemedyName } from './remedies.ts';
import * as way from './ways.ts';

const joinFix = 'Write each parameter as name=value and join them with only & between them.';
/** Matches `$name` and `$1`, which a shell and PHP’s double quotes replace with an empty value. */
const shellVariable = /\$(?:[A-Za-z_]\w*|\d)/g;
const keyFix = 'End the base string with &key= and the key, with nothing after it.';

/** Ways to restore values that were escaped once too often. */
const encodedInTransit: readonly way.Way[] = [
  way.origin(format.urlDecoded, 'URL-encoded'),
  way.origin((text) => format.urlDecoded(text.replaceAll('+', ' ')), 'URL-encoded, spaces as +'),
  way.origin(format.htmlUnescaped, 'as HTML'),
  way.origin((text) => format.urlDecoded(format.urlDecoded(text)), 'URL-encoded twice'),
  way.origin((text) => text.replaceAll('+', ' '), 'spaces as +'),
  way.origin(format.withoutBackslashes, 'with backslashes'),
];

/** Known mistakes, the most frequent first. The first four ways with an effect are also combined with other mistakes. */
export const mistakes: readonly way.Mistake[] = [
  {
    id: 'empty-values-signed',
    title: 'Empty values are signed',
    fix: 'Leave out each parameter, including its name, if the value is empty or null.',
    remedy: 'dropEmpty',
    ways: () => [
      way.keeping(''),
      way.keeping('', 'empty strings, not null', (field) => !way.isNull(field)),
      way.keeping('', 'null, not empty strings', way.isNull),
    ],
  },
  {
    id: 'null-signed-as-text',
    title: 'A missing value is signed as a word such as null',
    fix: 'Leave out parameters without a value. Do not sign null, undefined or None as a value.',
    remedy: 'dropEmpty',
    ways: () => [
      ...way.nothings.map((word) => way.keeping(word, word, way.isNull)),
      ...way.nothings.map((word) => way.keeping(word, `${word}, empty strings too`)),
    ],
    frequent: 8,
  },
  {
    id: 'absent-signed',
    title: 'A parameter that was not sent is signed',
    fix: 'Sign only the parameters that you send. JSON.stringify and http_build_query drop parameters without a value.',
    remedy: 'signWhatIsSent',
    ways: (facts) => {
      const names = way.absentNames(facts);
      const sent = new Set(facts.fields.map(({ name }) => name));
      const empty = (name: string) => way.adding([way.added(name, '')], `${name}, empty`);
      return [
        ...names.map(empty),
        ...way.usualFields(facts).map((field) => way.adding([field])),
        ...way.nothings.flatMap((word) =>
          names.map((name) => way.adding([way.added(name, word)], `${name}, as ${word}`)),
        ),
        ...['', ...way.nothings].map((word) => {
          const all = names.map((name) => way.added(name, word));
          return way.adding(all, `all, ${word === '' ? 'empty' : `as ${word}`}`);
        }),
        ...way.foreignNames.filter((name) => !sent.has(name)).map(empty),
      ];
    },
  },
  {
    id: 'plus-lost',
    title: 'A + was sent unencoded in a form, so it was read as a space',
    fix: 'Encode the form before you send it, so that each + becomes %2B.',
    remedy: 'encodeToSend',
    ways: ({ isForm }) => {
      const all = way.origin((text) => text.replaceAll(' ', '+'), 'every space');
      const before = way.origin((text) => text.replace(/^ ([0-9])/, '+$1'), 'before a number');
      // Base64 contains no spaces.
      const base64: way.Change = (text) =>
        /^[A-Za-z0-9/ ]{16,}={1,2}$/.test(text) ? text.replaceAll(' ', '+') : text;
      const digits = way.origin((text) => text.replace(/ ([0-9])/g, '+$1'), 'before digits');
      return isForm ? [all, before, digits] : [before, way.origin(base64, 'in base64'), digits];
    },
  },
  {
    id: 'values-url-encoded',
    title: 'The values are signed URL-encoded',
    fix: 'Sign the plain values. Encode the values only when you send a form or a URL.',
    remedy: 'rawValues',
    ways: () => [
      ...way.each(way.escaping, format.urlEncodings),
      ...way.each(way.escaping, format.prefixed('only URLs', format.onUrls(format.urlEncodings))),
      ...way.each(
        (encode, about) => way.escaping((text) => encode(encode(text)), `twice, ${about}`),
        format.urlEncodings.slice(0, 2),
      ),
    ],
  },
  {
    id: 'wrong-key-type',
    title: 'The sign was made with the merchant’s other key',
    fix: 'mchKey (API Key) signs pay-ins, their queries and their callbacks. mchSecret (API Secret) signs payouts, their queries and their callbacks, link callbacks, balance queries and v1 requests.',
    remedy: 'rightKey',
    // The search tries every mistake with both keys. These are the keys joined into one.
    ways: ({ keys }) => {
      const own = keys.filter(({ other }) => other === undefined);
      return own.flatMap((one) =>
        own
          .filter(({ name }) => name !== one.name)
          .flatMap((two) =>
            ['', '&', '|'].map((mark) => ({
              key: { text: one.text + mark + two.text, shown: mask + mark + mask },
              about: `${one.name} and ${two.name} joined`,
            })),
          ),
      );
    },
  },
  {
    id: 'other-merchants-key',
    title: 'The sign was made with the key of another merchant',
    fix: 'This key belongs to another mchId. Use the mchId and the key of the same merchant.',
    remedy: 'rightKey',
    ways: () => [],
  },
  {
    id: 'merchant-id-as-key',
    title: 'The Merchant ID was used as the key',
    fix: 'Sign with mchKey or mchSecret from the merchant dashboard. mchId only identifies the merchant.',
    remedy: 'rightKey',
    ways: ({ mchId }) => (mchId === undefined ? [] : [way.using(mchId, '')]),
  },
  {
    id: 'line-break-at-end',
    title: 'A line break at the end of the key or the base string is hashed',
    fix: 'When you read the key from a file, remove white space around the key. Hash the base string without the line break that echo or println adds.',
    remedy: 'exactText',
    ways: () => [
      way.wholly((text) => `${text}\n`),
      way.wholly((text) => `${text}\r\n`, 'CR LF'),
      way.wholly((text) => `${text}\r`, 'CR'),
      way.wholly((text) => `${text} `, 'a space'),
    ],
  },
  {
    id: 'key-with-white-space',
    title: 'White space around the key was signed or removed',
    fix: 'When you read the key from a file or the environment, remove white space around the key. A file usually ends with a line break.',
    remedy: 'cleanKey',
    ways: way.ofKey([
      ['trimmed', (key) => key.trim()],
      ['a line break after it', (key) => `${key}\n`],
      ['a space before it', (key) => ` ${key}`],
      ['a tab after it', (key) => `${key}\t`],
      ['a space on both sides', (key) => ` ${key} `],
      ['a no-break space after it', (key) => `${key}\u00a0`],
      ['a zero width space after it', (key) => `${key}\u200b`],
      ['removed', (key) => key.replace(/\s+/g, '')],
    ]),
  },
  {
    id: 'key-quoted',
    title: 'Quotes, brackets or a byte order mark around the key are signed',
    fix: 'When you read the key, remove quotes and the byte order mark around it. Docker keeps the quotes of an .env file.',
    remedy: 'cleanKey',
    ways: way.ofKey([
      ['double quotes', (key) => `"${key}"`],
      ['a byte order mark', (key) => `\ufeff${key}`],
      ['single quotes', (key) => `'${key}'`],
      ['as Python shows bytes', (key) => `b'${key}'`],
      ['curly quotes', (key) => `“${key}”`],
      ['angle brackets', (key) => `<${key}>`],
      ['a byte order mark, read as Latin-1', (key) => `\u00ef\u00bb\u00bf${key}`],
    ]),
  },
  {
    id: 'key-altered',
    title: 'The key was changed before signing',
    fix: 'Sign with the key exactly as the merchant dashboard shows it, without any other characters or changes.',
    remedy: 'cleanKey',
    ways: way.ofKey([
      ['lower case', (key) => key.toLowerCase()],
      ['upper case', (key) => key.toUpperCase()],
      ['MD5 of the key', (key) => hash('md5', key)],
      ['base64', (key) => Buffer.from(key).toString('base64')],
      ['MD5 of the key, upper case', (key) => hash('md5', key).toUpperCase()],
      ['SHA-256 of the key', (key) => hash('sha256', key)],
      ...format.prefixed('URL-encoded', format.urlEncodings.slice(0, 2)),
      ['URL-decoded', format.urlDecoded],
      ['base64 decoded', (key) => Buffer.from(key, 'base64').toString()],
      ['hexadecimal', (key) => Buffer.from(key).toString('hex')],
      ['hexadecimal decoded', format.hexDecoded],
    ]),
  },
  {
    id: 'key-misread',
    title: 'Characters of the key were lost, replaced or escaped when the program read the key',
    fix: 'In a shell or an .env file, put the key in single quotes. Do not decode or escape the key. Check that its database column is long enough.',
    remedy: 'cleanKey',
    ways: way.ofKey([
      ['+ as a space', (key) => key.replaceAll('+', ' ')],
      ['\\ before quotes', (key) => key.replace(/['"\\]/g, (mark) => `\\${mark}`)],
      ['without its last character', (key) => key.slice(0, -1)],
      ...format.prefixed('HTML', format.htmlEscapes.slice(0, 2)),
      ['$ and the name after it lost', (key) => key.replace(shellVariable, '')],
      ['quotes lost', (key) => key.replace(/["']/g, '')],
      ['backslashes lost', (key) => key.replaceAll('\\', '')],
      ['all that a shell interprets lost', (key) => key.replace(shellVariable, '').replace(/["'\\]/g, '')],
      ['without its first character', (key) => key.slice(1)],
      ...format.beginnings([8, 10, 12, 16, 20, 24, 30, 32, 50, 64]),
      ...format.upToMarks('#$=&'),
    ]),
  },
  {
    id: 'key-not-set',
    title: 'The sign was made without a key, because the key was not set',
    fix: 'Check whether the environment variable of the key is empty or misspelt. Stop the program if the variable is missing.',
    remedy: 'cleanKey',
    ways: () => [
      way.using('', 'empty'),
      ...[...way.nothings, 'false', '[object Object]', 'Array', mask].map((text) => way.using(text)),
      ...way.keyWords.flatMap((word) =>
        [word, `$${word}`, `\${${word}}`, `{${word}}`, `<${word}>`].map((text) => way.using(text)),
      ),
    ],
  },
  {
    id: 'sign-included',
    title: 'The sign parameter itself is signed',
    fix: 'Before you sign the parameters, remove sign, even if sign is empty.',
    remedy: 'signWhatIsSent',
    ways: ({ isCallback }) => [
      way.resigned(1, isCallback ? 'the received sign' : 'the sign of the previous attempt'),
      ...['', ...way.nothings].map((text) => way.adding([way.added('sign', text)], text || 'empty')),
      way.resigned(2, 'the sign of the second attempt'),
      way.resigned(3, 'the sign of the third attempt'),
    ],
  },
  {
    id: 'falsy-dropped',
    title: 'A parameter that has a value is left out',
    fix: 'Leave out only empty strings and null. 0, 0.00 and false are values, so sign them.',
    remedy: 'dropEmpty',
    ways: () => [
      way.dropping(/^0$/, '0'),
      way.dropping(/^(?:0|false)$/i, '0 and false'),
      way.dropping(/^(?:-?0(?:\.0*)?|false)$/i, '0, 0.00 and false'),
      way.dropping(/^false$/i, 'false'),
      way.dropping(/^\s*$/, 'white space'),
    ],
  },
  {
    id: 'field-left-out',
    title: 'A parameter that was sent is not signed',
    fix: 'Sign every parameter that you send and that has a value. Do not sign a fixed list of parameters.',
    remedy: 'signWhatIsSent',
    ways: ({ fields, known }) => {
      const names = fields.filter(({ text }) => text !== '').map(({ name }) => name);
      const required = ['mchId', 'merchant_id', 'mchOrderNo', 'merchant_order_no', 'amount'];
      const leaving = (isLeftOut: (name: string) => boolean, about: string) =>
        way.without(names.filter(isLeftOut), about);
      return [
        ...(known.length === 0 ? [] : [leaving((name) => !known.includes(name), 'unknown names')]),
        leaving((name) => aliasPairs.some(([, alias]) => alias === name), 'the alias names'),
        ...[...new Set([...way.oftenForgotten.filter((name) => names.includes(name)), ...names])]
          .slice(0, way.maxSingled)
          .map((name) => way.without([name])),
        leaving((name) => /url$/i.test(name), 'URLs'),
        leaving((name) => !required.includes(name), 'every optional parameter'),
        leaving((name) => names.includes(otherName(name) ?? ''), 'the names that have an alias'),
      ];
    },
  },
  {
    id: 'number-rewritten',
    title: 'A number is signed in one format and sent in another',
    fix: 'Format each amount once as a string with two decimals, then sign and send that string.',
    remedy: 'amountText',
    ways: (facts) => way.numbers(facts, format.numberFormats, ''),
  },
  {
    id: 'boolean-rewritten',
    title: 'A boolean is signed in one format and sent in another',
    fix: 'Sign a boolean as true or false, exactly as in the body. By default, PHP writes 1 or an empty string, and Python writes True or False.',
    remedy: 'booleanText',
    ways: () => [
      {
        values: (fields) =>
          fields.flatMap((field) =>
            field.text === 'false' ? [] : [field.text === 'true' ? { ...field, text: '1' } : field],
          ),
        about: 'as 1, false left out',
      },
      ...['True False', 'TRUE FALSE', '1 0', '1 '].map((words) => {
        const [yes = '', no = ''] = words.split(' ');
        const write: way.Change = (text) => (text === 'true' ? yes : text === 'false' ? no : text);
        return way.values(write, `as ${yes} or ${no === '' ? 'nothing' : no}`);
      }),
    ],
  },
  {
    id: 'not-sorted',
    title: 'The parameters are not sorted',
    fix: 'Sort the parameters by name, in plain byte order, before you join them.',
    remedy: 'sortBytes',
    ways: ({ known }) => [
      { order: (fields) => fields, about: 'signed in the order sent' },
      { order: way.inOrderOf(known), about: 'signed in the order of the documentation' },
    ],
  },
  {
    id: 'sorted-otherwise',
    title: 'The parameters are sorted in the wrong order',
    fix: 'Sort the parameters by the whole name in plain byte order. Upper-case letters come before _, and _ comes before lower-case letters.',
    remedy: 'sortBytes',
    ways: () => [
      way.sorting((a, b) => inBytes(a.name.toLowerCase(), b.name.toLowerCase()), 'ignoring case'),
      way.sorting((a, b) => inBytes(a.text, b.text), 'by value'),
      way.sorting((a, b) => inBytes(way.pair(a), way.pair(b)), 'by the whole name=value'),
      { order: (fields) => inByteOrder(fields).toReversed(), about: 'descending' },
      way.sorting((a, b) => way.collator.compare(a.name, b.name), 'by localeCompare'),
      way.sorting(
        (a, b) => inBytes(a.name.toUpperCase(), b.name.toUpperCase()),
        'ignoring case, as upper case',
      ),
      way.sorting((a, b) => way.ignoringMarks.compare(a.name, b.name), 'by an alphabet that ignores _'),
    ],
  },
  {
    id: 'key-without-name',
    title: 'The key is not preceded by &key=',
    fix: keyFix,
    remedy: 'joinPairs',
    ways: () => [
      way.placing((text, key) => text + key, 'the key directly after the parameters'),
      way.placing((text, key) => `${text}&${key}`, '& and the key'),
      way.placing((text, key) => `${text}key=${key}`, 'no & before key='),
      way.placing((text, key) => `${text}&key${key}`, 'no = after key'),
      way.placing((text, key) => `${text}|${key}`, '| and the key'),
    ],
  },
  {
    id: 'no-key',
    title: 'The key is missing from the base string',
    fix: keyFix,
    remedy: 'joinPairs',
    ways: () => [way.placing((text) => text)],
  },
  {
    id: 'other-key-name',
    title: 'The key is signed under a name other than key',
    fix: keyFix,
    remedy: 'joinPairs',
    ways: () =>
      [
        'secret api_key apiKey mchKey apikey mchSecret mch_key api_secret secretKey secret_key Key KEY app_secret',
        'appSecret token sign_key signKey paySecret',
      ]
        .flatMap((names) => names.split(' '))
        .map((name) => way.placing((text, key) => `${text}&${name}=${key}`, `&${name}=`)),
  },
  {
    id: 'key-in-front',
    title: 'The key precedes the parameters',
    fix: keyFix,
    remedy: 'joinPairs',
    ways: () => [
      way.placing((text, key) => key + text, 'only the key'),
      way.placing((text, key) => `key=${key}&${text}`, 'key= and &'),
      way.placing((text, key) => key + text + key, 'and at the end'),
      way.placing((text, key) => `${key}&${text}`, '& after it'),
    ],
  },
  {
    id: 'key-sorted',
    title: 'The key is sorted among the parameters',
    fix: 'Sort the parameters without the key, then append &key= and the key.',
    remedy: 'joinPairs',
    ways: () => [
      ...['key', 'api_key', 'secret'].map(
        (name): way.Way => ({
          place: (fields, key, write) => write([...fields, way.added(name, key)]),
          about: name,
        }),
      ),
      {
        place: (fields, key, write) => `${write([...fields, way.added('key', key)])}&key=${key}`,
        about: 'and at the end too',
      },
    ],
  },
  {
    id: 'text-after-key',
    title: 'Extra characters precede or follow the key',
    fix: keyFix,
    remedy: 'joinPairs',
    ways: () => [
      way.placing((text, key) => `${text}&key=${key}&`, '& at the end'),
      way.placing((text, key) => `${text}&&key=${key}`, '&& before key='),
    ],
  },
  {
    id: 'key-alone',
    title: 'The base string contains no parameters',
    fix: 'Set the parameters before you call the signing function, and check the parameters that you pass to the function.',
    remedy: 'signWhatIsSent',
    ways: () => [
      way.placing((_, key) => `&key=${key}`, '&key= and the key'),
      way.placing((_, key) => `key=${key}`, 'key= and the key'),
      way.placing((_, key) => key, 'only the key'),
      way.placing(() => '', 'nothing at all'),
    ],
  },
  {
    id: 'joined-otherwise',
    title: 'The parameters are joined in the wrong format',
    fix: joinFix,
    remedy: 'joinPairs',
    ways: () => [
      { join: (fields) => `${fields.map(way.pair).join('&')}&`, about: '& at the end' },
      ...way.joiningWith(['', ',', '|', ';', '\n'], [['', way.pair]]),
      ...way.joiningWith(
        ['', ',', '|', ';', '\n', '&', ' ', '&amp;'],
        [
          ['only values', way.value],
          ['no =', ({ name, text }) => name + text],
        ],
      ),
      ...way.joiningWith(
        ['&', ' & ', ',', ' ', '&amp;'],
        [
          ['', way.pair],
          ['spaces around =', ({ name, text }) => `${name} = ${text}`],
          [': for =', ({ name, text }) => `${name}:${text}`],
          ['quotes around names and values', ({ name, text }) => `"${name}"="${text}"`],
          ['quotes around values', ({ name, text }) => `${name}="${text}"`],
        ],
      ),
      { join: (fields) => `&${fields.map(way.pair).join('&')}`, about: '& in front' },
    ],
    frequent: 21,
  },
  {
    id: 'json-signed',
    title: 'The JSON body is signed',
    fix: joinFix,
    remedy: 'joinPairs',
    ways: () => [
      ...way.asJson('', ['{', ',', ':', '}']),
      ...way.asJson('/ as \\/, \\u for non-ASCII', ['{', ',', ':', '}'], format.phpJson),
      ...way.asJson('with spaces, \\u for non-ASCII', ['{', ', ', ': ', '}'], format.ascii),
      ...way.asJson('with spaces', ['{', ', ', ': ', '}']),
      ...way.asJson('/ as \\/', ['{', ',', ':', '}'], format.slashed),
      ...way.asJson('with line breaks', ['{\n  ', ',\n  ', ': ', '\n}']),
    ],
    frequent: 8,
  },
  {
    id: 'pairs-url-encoded',
    title: 'The whole base string is URL-encoded, including = and &',
    fix: 'Sign the plain base string. Encode values only when you send a form or a URL.',
    remedy: 'rawValues',
    ways: () =>
      format.urlEncodings.slice(0, 9).flatMap(([about, encode]) => [
        way.wholly(encode, `with the key, ${about}`),
        {
          join: (fields: Fields) => encode(fields.map(way.pair).join('&')),
          about: `before the key, ${about}`,
        },
      ]),
  },
  {
    id: 'other-digest',
    title: 'The digest was made with an algorithm other than MD5',
    fix: 'Hash the base string once with plain MD5. Do not use HMAC, because the base string already contains the key.',
    remedy: 'md5',
    ways: () => [
      ...way.hmacs('md5', 'MD5', 32),
      ...way.hmacs('sha256', 'SHA256', 64),
      ...way.hmacs('sha1', 'SHA1', 40),
      way.digesting((payload) => hash('sha256', payload), 'SHA-256', 64),
      way.digesting((payload) => hash('sha1', payload), 'SHA-1', 40),
      way.digesting((payload) => hash('sha512', payload), 'SHA-512', 128),
    ],
    frequent: 3,
  },
  {
    id: 'md5-twice',
    title: 'MD5 was applied twice',
    fix: 'Hash the base string, including the key, only once.',
    remedy: 'md5',
    ways: () => [
      way.digesting((payload) => hash('md5', hash('md5', payload)), 'of the digest in lower case'),
      way.digesting(
        (payload) => hash('md5', hash('md5', payload).toUpperCase()),
        'of the digest in upper case',
      ),
      way.digestingBare(
        (_, key, bare) => hash('md5', hash('md5', bare()) + key),
        'of the parameters, then of that digest with the key',
      ),
      way.digestingBare(
        (_, key, bare) => hash('md5', hash('md5', bare()).toUpperCase() + key),
        'of the parameters, then of that digest in upper case with the key',
      ),
    ],
  },
  {
    id: 'other-charset',
    title: 'The base string was hashed in an encoding other than UTF-8',
    fix: 'Encode the base string as UTF-8 explicitly before hashing it.',
    remedy: 'utf8',
    ways: () => [
      { bytes: (text) => Buffer.from(text, 'utf16le'), about: 'UTF-16' },
      way.inCharset((text) => text.replace(/[^\0-\x7f]/gu, '?'), 'ASCII'),
      way.inCharset((text) => Buffer.from(text.replace(/[^\0-\xff]/gu, '?'), 'latin1'), 'Latin-1'),
      way.inCharset((text) => Buffer.from(text).toString('latin1'), 'UTF-8 twice'),
      way.inCharset((text) => Buffer.from(text, 'latin1'), 'the low byte of each character'),
      { bytes: (text) => Buffer.from(text, 'utf16le').swap16(), about: 'UTF-16, big-endian' },
    ],
    frequent: 4,
  },
  {
    id: 'values-cleaned',
    title: 'A value was cleaned before it was signed, but sent unchanged',
    fix: 'Clean a value first, then sign and send the same string.',
    remedy: 'textAsSent',
    ways: () => [
      {
        values: (fields) =>
          fields.flatMap((field) => {
            const text = field.text.trim();
            return text === '' && !field.kept ? [] : [text === field.text ? field : { ...field, text }];
          }),
        about: 'trimmed',
      },
      way.values((text) => text.replace(/<[^>]*>/g, ''), 'without HTML tags'),
      way.values((text) => text.replace(/\s+/g, ' '), 'runs of white space as one space'),
      way.values((text) => text.trimEnd(), 'trimmed at the end'),
      way.values((text) => text.trimStart(), 'trimmed at the beginning'),
      way.values((text) => text.trim(), 'trimmed, empty values kept'),
      way.values((text) => text.trim().replace(/<[^>]*>/g, ''), 'trimmed and without HTML tags'),
      way.values((text) => text.replace(/\s+/g, ''), 'without white space'),
      way.values((text) => text.replace(/\s/g, ' '), 'each white space as a space'),
    ],
  },
  {
    id: 'line-breaks-rewritten',
    title: 'A line break is signed in one form and sent in another',
    fix: 'Sign each line break exactly as in the body. Browser forms and Windows use CR LF.',
    remedy: 'textAsSent',
    ways: () => [
      way.values((text) => text.replaceAll('\r\n', '\n'), 'CR LF as LF'),
      way.values((text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), 'LF as CR LF'),
      way.values((text) => text.replace(/[\r\n]/g, ''), 'removed'),
      way.values((text) => text.replaceAll('\n', '\\n'), 'LF as \\n'),
      way.values((text) => text.replace(/\r?\n/g, ' '), 'as a space'),
      way.values((text) => text.replace(/\r?\n/g, '<br>'), 'as <br>'),
    ],
  },
  {
    id: 'letters-rewritten',
    title: 'Letters outside ASCII are signed in one form and sent in another',
    fix: 'Normalize each string to one Unicode form, then sign and send that string.',
    remedy: 'textAsSent',
    ways: () => [
      way.values((text) => text.normalize('NFC'), 'in the Unicode form NFC'),
      way.values((text) => text.normalize('NFD'), 'in the Unicode form NFD'),
      way.values((text) => text.replace(/[^\0-\x7f]/g, ''), 'left out'),
    ],
  },
  {
    id: 'values-html-escaped',
    title: 'The values or the whole base string are signed as escaped HTML',
    fix: 'Sign the plain values. Escape the values only for output on an HTML page.',
    remedy: 'plainText',
    ways: () => [
      ...way.each(way.escaping, format.htmlEscapes),
      way.wholly((text) => text.replaceAll('&', '&amp;'), 'the base string with &amp;'),
      ...way.each(way.wholly, format.prefixed('the base string', format.htmlEscapes)),
      way.escaping((text) => text.replaceAll('&', '&amp;'), 'only &'),
      way.wholly((text) => text.replaceAll('&', '\\u0026'), 'the base string with \\u0026'),
    ],
  },
  {
    id: 'read-as-html',
    title: 'The base string was copied from an HTML page that shows &not or &curren as one character',
    fix: 'Build the base string in code and print it as plain text. An HTML page shows &notifyUrl as ¬ifyUrl.',
    remedy: 'plainText',
    ways: () => [way.wholly(way.asBrowser), way.wholly(format.htmlUnescaped, 'only entities with ;')],
  },
  {
    id: 'values-sent-encoded',
    title: 'The values were encoded after signing, and not decoded',
    fix: 'Send the value that you signed. Encode the value once for a form. Do not encode the value in JSON.',
    remedy: 'encodeToSend',
    ways: () => [...encodedInTransit, way.origin(format.latin1AsUtf8, 'UTF-8 read as Latin-1')],
  },
  {
    id: 'values-backslashed',
    title: 'The values are signed with JSON or SQL backslash escapes',
    fix: 'Sign the decoded value, not the escaped value in the JSON.',
    remedy: 'rawValues',
    ways: () => way.each(way.escaping, format.backslashes),
  },
  {
    id: 'alias-names',
    title: 'A parameter is signed under one name and sent under another',
    fix: 'Sign the parameter names exactly as in the body. A parameter name and its alias produce different signatures.',
    remedy: 'namesAsSent',
    ways: ({ fields }) => {
      const toAliases = new Map(aliasPairs);
      const toMain = new Map(aliasPairs.map(([main, alias]) => [alias, main]));
      return [
        way.renaming((name) => toAliases.get(name) ?? name, 'the aliases'),
        way.renaming((name) => toMain.get(name) ?? name, 'the main names'),
        way.renaming((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), 'snake_case'),
        way.renaming(
          (name) => name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase()),
          'camelCase',
        ),
        way.renaming((name) => name.toLowerCase(), 'lower case'),
        way.renaming((name) => name.toUpperCase(), 'upper case'),
        way.renaming((name) => name.slice(0, 1).toUpperCase() + name.slice(1), 'first letter upper case'),
        ...fields.flatMap(({ name }) => {
          const other = otherName(name);
          return other === undefined ? [] : [way.renaming((some) => (some === name ? other : some), name)];
        }),
      ];
    },
  },
  {
    id: 'time-rewritten',
    title: 'A time is signed in one format and sent in another',
    fix: 'Sign the time as the string in the body. Do not parse it into a date before you verify the signature.',
    remedy: 'textAsSent',
    ways: () => way.each(way.values, format.timeFormats),
  },
  {
    id: 'value-cut',
    title: 'Only the beginning of a value is signed',
    fix: 'Sign the whole value. An unencoded form truncates the value at & or #. A short database column can also truncate the value.',
    remedy: 'textAsSent',
    ways: (facts) => [
      ...way.everyAndEach(facts, [
        ...format.upToMarks('&@?#=+%; '),
        ...format.beginnings([20, 32, 50, 64, 100, 128, 255]),
      ]),
    ],
  },
  {
    id: 'url-rewritten',
    title: 'A URL is signed in one form and sent in another',
    fix: 'Convert the URL to a string once, then sign and send that string. URL objects, routers and proxies can rewrite the URL.',
    remedy: 'textAsSent',
    ways: (facts) => way.everyAndEach(facts, format.urlFormats),
  },
  {
    id: 'value-rewritten',
    title: 'A value is signed as another data type writes it',
    fix: 'Sign each value as the one string in the body. parse_qs and url.Values return a list for each parameter, so sign its first value.',
    remedy: 'textAsSent',
    ways: () => [
      ...way.each(way.values, format.nestedFormats),
      way.values((text) => `['${text}']`, 'a list, as Python'),
      way.values((text) => `[${text}]`, 'a list, as Go and Java'),
      way.values((text) => `["${text}"]`, 'a list, as JSON'),
      way.values((text) => `"${text}"`, 'in quotes'),
      way.values((text) => `b'${text}'`, 'as Python shows bytes'),
    ],
  },
  {
    id: 'case-changed',
    title: 'The values or the whole base string are signed in a different letter case',
    fix: 'Sign each value exactly as in the body, and hash the base string unchanged. Write only the digest in upper case.',
    remedy: 'textAsSent',
    ways: (facts) => [
      way.wholly((text) => text.toLowerCase(), 'the base string in lower case'),
      way.wholly((text) => text.toUpperCase(), 'the base string in upper case'),
      ...way.everyAndEach(facts, [
        ['lower case', (text) => text.toLowerCase()],
        ['upper case', (text) => text.toUpperCase()],
      ]),
    ],
  },
  {
    id: 'text-quoted',
    title: 'The base string is hashed with extra characters around it',
    fix: 'Hash only the base string, without quotes, a byte order mark or a path.',
    remedy: 'exactText',
    ways: () => [
      way.wholly((text) => `"${text}"`, 'quotes'),
      way.wholly((text) => `'${text}'`, 'single quotes'),
      way.wholly((text) => JSON.stringify(text), 'as a JSON string'),
      way.wholly((text) => `\ufeff${text}`, 'a byte order mark'),
      way.wholly((text) => `b'${text}'`, 'as Python shows bytes'),
      way.wholly((text) => `?${text}`, 'a ?'),
    ],
  },
  {
    id: 'alternative-not-allowed',
    title: 'Signed in the alternative form, which is only for pay-ins with snake_case names',
    fix: 'Sign the sorted name=value pairs. Only a pay-in with merchant_id and merchant_order_no can use the alternative form.',
    remedy: 'joinPairs',
    ways: () => [{ place: way.alternativePlace, alone: true }],
  },
];

const decodedTwice: way.Mistake = {
  id: 'decoded-twice',
  title: 'The code decodes the values once more than the body requires',
  fix: 'A framework has already decoded the body. Do not call urldecode, or another decoder, on its fields.',
  remedy: 'rawBody',
  ways: () => encodedInTransit,
};

/** Mistakes of the code that verifies a callback. It decodes a body instead of encoding it. */
export const receiverMistakes: readonly way.Mistake[] = /* @__PURE__ */ mistakes
  .filter(({ id }) => id !== 'plus-lost')
  .map((mistake) => (mistake.id === 'values-sent-encoded' ? decodedTwice : mistake));

const asReceived = 'Sign each value exactly as in the body, before your code parses, cleans or converts it.';

/** The fixes for the code that verifies a callback, instead of fixes that name sending. */
export const receiverFixes: Readonly<Partial<Record<RemedyName, Pick<way.Named, 'fix' | 'remedy'>>>> = {
  signWhatIsSent: {
    fix: 'Sign every field of the body that has a value, except sign, and no other field.',
    remedy: 'verifyFields',
  },
  rawValues: { fix: 'Sign the decoded values. Do not encode or escape them again.', remedy: 'rawValues' },
  amountText: { fix: asReceived, remedy: 'rawBody' },
  textAsSent: { fix: asReceived, remedy: 'rawBody' },
};

/** The mistakes that only the alternative pay-in signature allows. */
export const alternativeMistake: way.Mistake = {
  id: 'alternative-altered',
  title: 'The parts of the alternative form are not joined as the gateway joins them',
  fix: 'Join the values of merchant_id, amount, merchant_order_no, the API Key and callback_url in this order. Leave out an absent callback_url.',
  remedy: 'alternative',
  ways: way.alternatives,
};

const rawFix = 'Verify the raw body, byte for byte, before any code parses or rewrites it.';

/** The formats in which a gateway can have signed a number. */
const isSigned = ([about]: format.Format) =>
  /^(?:two|six|four|one) decimals?$|^without decimals$/.test(about);

/** Alterations of a callback's body between the gateway and the receiver. Each way undoes one alteration. */
export const alterations: readonly way.Mistake[] = [
  {
    id: 'numbers-reserialised',
    title: 'Numbers were parsed and rewritten, for example 500.00 as 500',
    fix: rawFix,
    remedy: 'rawBody',
    ways: (facts) => way.numbers(facts, format.numberFormats.filter(isSigned), 'signed with '),
  },
  {
    id: 'booleans-reserialised',
    title: 'A boolean was parsed and rewritten, for example true as 1 or True',
    fix: rawFix,
    remedy: 'rawBody',
    ways: () => [
      ...['1', 'True', 'TRUE'].map((word) =>
        way.values((text, name) => (name === 'test' && text === word ? 'true' : text), `true as ${word}`),
      ),
      way.values((text) => (text === 'True' ? 'true' : text === 'False' ? 'false' : text), 'as Python'),
    ],
  },
  {
    id: 'plus-lost',
    title: 'A + was decoded as a space',
    fix: 'Decode a form exactly once. Decode %2B as +, and + as a space.',
    remedy: 'rawBody',
    ways: () => [
      way.origin((text) => text.replaceAll(' ', '+'), 'every space'),
      way.escaping((text, name) => (/time|_at$/i.test(name) ? text.replaceAll(' ', '+') : text), 'in times'),
      way.origin((text) => text.replace(/ ([0-9])/g, '+$1'), 'before digits'),
      way.origin((text) => text.replace(/^ /, '+'), 'the first character'),
    ],
  },
  {
    id: 'not-decoded',
    title: 'The values are still escaped',
    fix: 'Decode each %XX and + of a form once, and verify the decoded values.',
    remedy: 'rawBody',
    ways: () => encodedInTransit,
  },
  {
    id: 'field-dropped',
    title: 'A field of the callback is missing',
    fix: 'Keep the raw body and verify every field in the body, including unknown fields.',
    remedy: 'rawBody',
    ways: (facts) => {
      const aliases = way.missingAliases(facts);
      const usual = way.usualFields(facts).filter(({ name }) => facts.known.includes(name));
      return [aliases, ...[...aliases, ...usual].map((field) => [field])].map((more) => way.adding(more));
    },
  },
  {
    id: 'no-value-as-word',
    title: 'A field without a value was rewritten as a word such as null',
    fix: rawFix,
    remedy: 'rawBody',
    ways: () => [way.dropping(/^(?:null|undefined|none|nil|nan)$/i, '')],
  },
  {
    id: 'field-added',
    title: 'A field was added that the gateway did not sign',
    fix: 'Verify only the fields of the body. Some frameworks add route and query parameters to these fields.',
    remedy: 'rawBody',
    ways: ({ fields, known }) => {
      const unknown = fields.map(({ name }) => name).filter((name) => !known.includes(name));
      const all = way.without(unknown, unknown.length > 9 ? 'unknown names' : undefined);
      return [all, ...unknown.slice(0, way.maxSingled).map((name) => way.without([name]))];
    },
  },
  {
    id: 'utf8-misread',
    title: 'UTF-8 was read as Latin-1',
    fix: 'Read the body as UTF-8 explicitly, not in the platform’s default encoding.',
    remedy: 'utf8',
    ways: () => [
      way.values(format.latin1AsUtf8),
      way.values((text) => format.latin1AsUtf8(format.latin1AsUtf8(text)), 'twice'),
      ...(['NFC', 'NFD'] as const).map((form) => way.values((text) => text.normalize(form), `${form} lost`)),
    ],
  },
  {
    id: 'white-space-lost',
    title: 'White space at the end of a value was removed',
    fix: 'Verify the values before your code trims them. Frameworks such as Laravel trim every field.',
    remedy: 'rawBody',
    ways: ({ fields }) =>
      fields
        .filter(({ name, text }) => ['extra', 'message', 'note'].includes(name) && text !== '')
        .flatMap(({ name }) => [
          ...[' ', '\n', '\r\n', '  ', '\t'].map((space) =>
            way.ofOne(name, (text) => text + space, 'at the end'),
          ),
          way.ofOne(name, (text) => ` ${text}`, 'at the beginning'),
          way.ofOne(name, (text) => text.replaceAll('\n', '\r\n'), 'CR LF'),
        ]),
  },
];
