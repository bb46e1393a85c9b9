import { createHash, createHmac } from 'node:crypto';
import { type Draw, digits, payin, phrase, type Sent, shuffled, url, type Value } from './generator.ts';

/** A parameter in a client's base string. */
export type Pair = readonly [string, Value];

/** A client that signs in the simple steps of a tutorial. Faulty clients share no code with the tested code. */
export interface Client {
  readonly select: (pairs: readonly Pair[]) => readonly Pair[];
  readonly filter: (pairs: readonly Pair[]) => readonly Pair[];
  readonly rename: (name: string) => string;
  readonly number: (value: string, name: string) => string;
  readonly text: (value: string, name: string) => string;
  readonly escape: (value: string, name: string) => string;
  readonly sort: (pairs: readonly Pair[]) => readonly Pair[];
  readonly join: (pairs: readonly Pair[]) => string;
  readonly key: (keys: Keys) => string;
  readonly keyPlacement: (
    pairs: readonly Pair[],
    key: string,
    write: (pairs: readonly Pair[]) => string,
  ) => string;
  readonly textMutation: (text: string) => string;
  readonly digest: (text: string, key: string, bare: string) => Buffer;
  readonly bytes: (text: string) => Buffer;
  readonly write: (digest: Buffer) => string;
}

export interface Keys {
  readonly right: string;
  readonly other: string;
  readonly stranger: string;
  readonly mchId: string;
}

const md5 = (bytes: Buffer | string) => createHash('md5').update(bytes).digest();
const identity = (value: string) => value;

export const rightClient: Client = {
  select: (pairs) => pairs,
  filter: (pairs) => pairs.filter(([, value]) => value !== null && value !== ''),
  rename: identity,
  number: identity,
  text: identity,
  escape: identity,
  sort: (pairs) => [...pairs].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  join: (pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'),
  key: ({ right }) => right,
  keyPlacement: (pairs, key, write) => `${write(pairs)}&key=${key}`,
  textMutation: identity,
  bytes: (text) => Buffer.from(text, 'utf8'),
  digest: () => Buffer.alloc(0),
  write: (digest) => digest.toString('hex').toUpperCase(),
};

/** Returns the sign that a client creates. */
export function signBy(client: Client, sent: Sent, keys: Keys): string {
  const pairs = client.filter(client.select(sent)).map(([name, value]): Pair => {
    const text = client.escape(client.text(client.number(String(value ?? ''), name), name), name);
    return [client.rename(name), text];
  });
  const key = client.key(keys);
  const write = (some: readonly Pair[]) => client.join(client.sort(some));
  const text = client.textMutation(client.keyPlacement(pairs, key, write));
  if (client.digest !== rightClient.digest)
    return client.write(client.digest(text, key, client.textMutation(write(pairs))));
  return client.write(md5(client.bytes(text)));
}

/** A mistake of a client, with the parameters that show it. */
export interface WrongClient {
  readonly id: string;
  readonly name: string;
  readonly does: Partial<Client>;
  /** Parameters, by default of a pay-in. */
  readonly sends?: (draw: Draw) => Sent;
  /** Returns whether a sign shows the mistake, for a mistake that only some signs show. */
  readonly shows?: (sign: string) => boolean;
  /** Derives the merchant's key from an alphanumeric key. */
  readonly given?: (key: string) => string;
}

function wrong(id: string, name: string, does: Partial<Client>, sends?: (draw: Draw) => Sent): WrongClient {
  return { id, name, does, ...(sends === undefined ? {} : { sends }) };
}

/** Creates a pay-in in which these parameters replace its own parameters. */
function withMore(...more: readonly (readonly [string, (draw: Draw) => Value])[]) {
  return (draw: Draw): Sent => {
    const names = new Set(more.map(([name]) => name));
    const own = payin(draw).filter(([name]) => !names.has(name));
    return shuffled(draw, [...own, ...more.map(([name, make]): Pair => [name, make(draw)])]);
  };
}

const hasEmpty = withMore(['extra', (draw) => draw.pick(['', null])]);
const hasNull = withMore(['extra', () => null]);
const hasText = withMore(['extra', phrase], ['notifyUrl', url]);
const keepAll: Partial<Client> = { filter: (pairs) => pairs };
const jsonSafe = (value: string) => JSON.stringify(value).slice(1, -1);
const unicodeEscaped = (value: string) =>
  value.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const php = (value: string) =>
  encodeURIComponent(value)
    .replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
const only =
  (...names: readonly string[]) =>
  (value: string, name: string, change: (value: string) => string) =>
    names.includes(name) ? change(value) : value;
const onAmount = (change: (value: string) => string): Partial<Client> => ({
  number: (value, name) => only('amount')(value, name, change),
});

const emptiness: readonly WrongClient[] = [
  wrong('empty-values-signed', 'keeps empty values', keepAll, hasEmpty),
  wrong(
    'null-signed-as-text',
    'JavaScript template with null',
    {
      filter: (pairs) => pairs.filter(([, value]) => value !== '').map(([name, value]) => [name, `${value}`]),
    },
    hasNull,
  ),
  wrong(
    'null-signed-as-text',
    'Python str(None)',
    { filter: (pairs) => pairs.map(([name, value]) => [name, value === null ? 'None' : value]) },
    hasNull,
  ),
  wrong(
    'absent-signed',
    'JavaScript undefined, which JSON.stringify drops',
    {
      select: (pairs) =>
        pairs.some(([name]) => name === 'extra') ? pairs : [...pairs, ['extra', 'undefined']],
    },
    (draw) => payin(draw).filter(([name]) => name !== 'extra'),
  ),
  wrong(
    'absent-signed',
    'the default of tradeType',
    {
      select: (pairs) =>
        pairs.some(([name]) => name === 'tradeType') ? pairs : [...pairs, ['tradeType', 'INRUPI']],
    },
    (draw) => payin(draw).filter(([name]) => name !== 'tradeType'),
  ),
  wrong('absent-signed', 'currency, which the library adds', {
    select: (pairs) => [...pairs, ['currency', 'INR']],
  }),
  wrong(
    'absent-signed',
    'returnUrl, dropped from the body because it is that of notifyUrl',
    { select: (pairs) => [...pairs, ['returnUrl', pairs.find(([name]) => name === 'notifyUrl')?.[1] ?? '']] },
    (draw) => withMore(['notifyUrl', url])(draw).filter(([name]) => name !== 'returnUrl'),
  ),
  wrong(
    'falsy-dropped',
    'PHP empty()',
    { filter: (pairs) => pairs.filter(([, value]) => value !== null && value !== '' && value !== '0') },
    withMore(['discount', () => '0']),
  ),
  wrong(
    'falsy-dropped',
    'Python if value, with a number',
    { filter: (pairs) => pairs.filter(([, value]) => value && !/^(0(\.0+)?|false)$/.test(value)) },
    withMore(['discount', (draw) => draw.pick(['0.00', '0.0'])], ['gift', () => 'false']),
  ),
];

const encodings: readonly WrongClient[] = [
  wrong('values-url-encoded', 'encodeURIComponent', { escape: encodeURIComponent }, hasText),
  wrong('values-url-encoded', 'PHP urlencode', { escape: php }, hasText),
  wrong(
    'values-url-encoded',
    'Go QueryEscape',
    { escape: (value) => php(value).replace(/%7E/g, '~') },
    hasText,
  ),
  wrong(
    'values-url-encoded',
    'C# UrlEncode',
    {
      escape: (value) =>
        encodeURIComponent(value)
          .replace(/%20/g, '+')
          .replace(/%../g, (code) => code.toLowerCase()),
    },
    hasText,
  ),
  wrong(
    'values-url-encoded',
    'addresses alone',
    {
      escape: (value, name) => only('notifyUrl', 'returnUrl')(value, name, encodeURIComponent),
    },
    hasText,
  ),
  wrong(
    'pairs-url-encoded',
    'encodes the whole text',
    { textMutation: (text) => encodeURIComponent(text) },
    hasText,
  ),
  wrong(
    'plus-lost',
    'sends a + of a phone number bare in a form',
    { text: (value, name) => only('extra')(value, name, (text) => text.replace(/^ /, '+')) },
    withMore(['extra', (draw) => ` 91${digits(draw, 10)}`]),
  ),
  wrong(
    'values-sent-encoded',
    'encodes for JSON after signing',
    { text: (value, name) => only('extra')(value, name, decodeURIComponent) },
    withMore(['extra', (draw) => encodeURIComponent(phrase(draw))]),
  ),
  wrong(
    'values-html-escaped',
    'PHP htmlspecialchars',
    {
      escape: (value) =>
        value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
    },
    withMore(['extra', (draw) => `"${phrase(draw)}" <b> & more`]),
  ),
  wrong(
    'values-backslashed',
    'json_encode writes \\/',
    { escape: (value) => jsonSafe(value).replace(/\//g, '\\/') },
    withMore(['notifyUrl', url]),
  ),
  wrong(
    'values-backslashed',
    'json.dumps writes \\u',
    { escape: unicodeEscaped },
    withMore(['extra', (draw) => `${phrase(draw)} चाय`]),
  ),
  wrong(
    'html-escaped',
    'the text through htmlspecialchars',
    { textMutation: (text) => text.replace(/&/g, '&amp;') },
    (draw) => payin(draw).filter(([, value]) => !/[<>"']/.test(value ?? '')),
  ),
  wrong(
    'read-as-html',
    'copied from a page that shows &notifyUrl',
    { textMutation: (text) => text.replace(/&not/g, '¬') },
    withMore(['notifyUrl', () => 'https://shop.example/n'], ['returnUrl', () => 'https://shop.example/r']),
  ),
];

const respelt = (change: (key: string) => string): Partial<Client> => ({ key: ({ right }) => change(right) });

/** Creates a client that misreads a special key. */
function keyed(name: string, change: (key: string) => string): WrongClient {
  const given = (key: string) =>
    `${key.slice(0, 6)}+"${key.slice(6, 9)}'\\${key.slice(9, 12)}$${key.slice(12)}`;
  return { ...wrong('key-misread', name, respelt(change)), given };
}

const keys: readonly WrongClient[] = [
  wrong('wrong-key-type', 'mchSecret for a pay-in', { key: ({ other }) => other }),
  wrong('other-merchants-key', 'the key of another shop', { key: ({ stranger }) => stranger }),
  wrong('merchant-id-as-key', 'mchId', { key: ({ mchId }) => mchId }),
  wrong(
    'line-break-at-end',
    'a line break of the file',
    respelt((key) => `${key}\n`),
  ),
  wrong(
    'line-break-at-end',
    'CR LF of the file',
    respelt((key) => `${key}\r\n`),
  ),
  wrong(
    'key-with-white-space',
    'a space pasted',
    respelt((key) => ` ${key}`),
  ),
  wrong(
    'key-quoted',
    'quotes of the .env',
    respelt((key) => `"${key}"`),
  ),
  wrong(
    'key-quoted',
    'single quotes of the .env',
    respelt((key) => `'${key}'`),
  ),
  wrong(
    'key-with-bom',
    'Notepad’s byte order mark',
    respelt((key) => String.fromCharCode(0xfeff) + key),
  ),
  wrong(
    'key-recased',
    'lower case',
    respelt((key) => key.toLowerCase()),
  ),
  wrong(
    'key-recased',
    'upper case',
    respelt((key) => key.toUpperCase()),
  ),
  wrong(
    'key-hashed',
    'MD5 of the key',
    respelt((key) => md5(key).toString('hex')),
  ),
  wrong(
    'key-hashed',
    'MD5 of the key, upper case',
    respelt((key) => md5(key).toString('hex').toUpperCase()),
  ),
  wrong(
    'key-encoded',
    'base64',
    respelt((key) => btoa(key)),
  ),
  wrong(
    'key-not-set',
    'process.env of a misspelt name',
    respelt(() => 'undefined'),
  ),
  wrong(
    'key-not-set',
    'an empty variable',
    respelt(() => ''),
  ),
  wrong(
    'key-not-set',
    'single quotes of PHP around $key',
    respelt(() => '$key'),
  ),
  wrong(
    'key-not-set',
    'a template of JavaScript in ordinary quotes',
    respelt(() => ['$', '{mchKey}'].join('')),
  ),
  keyed('a form that decodes the key', (key) => key.replace(/\+/g, ' ')),
  keyed('a shell that expands $name', (key) => key.replace(/\$[A-Za-z]\w*/g, '')),
  keyed('a shell that takes the quotes away', (key) => key.replace(/["']/g, '')),
  keyed('a shell that takes the backslash away', (key) => key.replace(/\\/g, '')),
  wrong('keys-joined', 'mchKey . mchSecret', { key: ({ right, other }) => right + other }),
  wrong('keys-joined', 'mchSecret . mchKey', { key: ({ right, other }) => other + right }),
  wrong('keys-joined', 'mchKey & mchSecret', { key: ({ right, other }) => `${right}&${other}` }),
  wrong(
    'key-cut',
    'the last character not copied',
    respelt((key) => key.slice(0, key.length - 1)),
  ),
  wrong(
    'key-cut',
    'a column of 16 characters',
    respelt((key) => key.substring(0, 16)),
  ),
];

/** Creates a client that adds the sign to the signed array, and signs the array again at each retry. */
function retrying(times: number): Partial<Client> {
  return {
    keyPlacement: (pairs, key, write) => {
      let text = `${write(pairs)}&key=${key}`;
      for (let retry = 0; retry < times; retry++) {
        text = `${write([...pairs, ['sign', md5(text).toString('hex').toUpperCase()]])}&key=${key}`;
      }
      return text;
    },
  };
}

const selections: readonly WrongClient[] = [
  wrong('sign-included', 'sign: "" in the array', {
    select: (pairs) => [...pairs, ['sign', '']],
    filter: (pairs) => pairs.filter(([name, value]) => name === 'sign' || (value !== null && value !== '')),
  }),
  wrong('sign-included', 'sign as null', { select: (pairs) => [...pairs, ['sign', 'null']] }),
  wrong('sign-included', 'a retry with the sign of the first attempt in the array', retrying(1)),
  wrong('sign-included', 'the third attempt with the sign of the second', retrying(2)),
  wrong(
    'field-left-out',
    'extra is added after signing',
    {
      select: (pairs) => pairs.filter(([name]) => name !== 'extra'),
    },
    hasText,
  ),
  wrong(
    'field-left-out',
    'a list without notifyUrl and returnUrl',
    {
      select: (pairs) => pairs.filter(([name]) => name !== 'notifyUrl' && name !== 'returnUrl'),
    },
    withMore(['notifyUrl', url], ['returnUrl', url]),
  ),
  wrong(
    'field-left-out',
    'a list of known names',
    {
      select: (pairs) => pairs.filter(([name]) => !name.startsWith('x_')),
    },
    withMore(['x_shop', phrase], ['x_cart', (draw) => digits(draw, 5)]),
  ),
  wrong(
    'alias-names',
    'camelCase signed, snake_case sent',
    {
      rename: (name) => ({ trade_type: 'tradeType', return_url: 'returnUrl' })[name] ?? name,
    },
    (draw) => [
      ...payin(draw).filter(([name]) => !['tradeType', 'returnUrl'].includes(name)),
      ['trade_type', 'usdt'],
      ['return_url', url(draw)],
    ],
  ),
  wrong('alias-names', 'mchId signed as merchant_id', {
    rename: (name) => (name === 'mchId' ? 'merchant_id' : name),
  }),
  wrong('names-recased', 'lower-case names', { rename: (name) => name.toLowerCase() }),
];

const inCrores = (value: string) =>
  Number(value).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const big = withMore(['amount', (draw) => `${100_000 + draw.int(90_000)}.00`]);

const numbers: readonly WrongClient[] = [
  wrong(
    'number-rewritten',
    'JavaScript number',
    onAmount((value) => `${Number.parseFloat(value)}`),
  ),
  wrong(
    'number-rewritten',
    'Python float',
    onAmount((value) => (Number.isInteger(Number(value)) ? `${Number(value)}.0` : `${Number(value)}`)),
  ),
  wrong(
    'number-rewritten',
    'paise',
    onAmount((value) => `${Math.round(Number(value) * 100)}`),
  ),
  wrong(
    'number-rewritten',
    'PHP number_format with commas',
    onAmount((value) => Number(value).toLocaleString('en-US', { minimumFractionDigits: 2 })),
    big,
  ),
  wrong('number-rewritten', 'lakhs', onAmount(inCrores), big),
  wrong(
    'number-rewritten',
    'Java stripTrailingZeros',
    onAmount(() => '5E+2'),
    withMore(['amount', () => '500.00']),
  ),
  wrong(
    'number-rewritten',
    'two decimals signed, none sent',
    onAmount((value) => Number(value).toFixed(2)),
    withMore(['amount', (draw) => `${200 + draw.int(900)}`]),
  ),
  wrong(
    'number-rewritten',
    'a long order number as a double',
    {
      number: (value, name) => (name === 'mchOrderNo' ? String(Number(value)) : value),
    },
    withMore(['mchOrderNo', (draw) => `9${digits(draw, 18)}`], ['amount', () => '512.25']),
  ),
  wrong(
    'number-rewritten',
    'accountNumber without its leading zeros',
    { number: (value, name) => only('accountNumber')(value, name, (text) => `${BigInt(text)}`) },
    withMore(['accountNumber', (draw) => `00${digits(draw, 9)}`]),
  ),
  wrong(
    'number-rewritten',
    'accountNumber as pandas reads it',
    { number: (value, name) => only('accountNumber')(value, name, (text) => `${text}.0`) },
    withMore(['accountNumber', (draw) => `9${digits(draw, 11)}`]),
  ),
  wrong(
    'number-rewritten',
    'rounded to a rupee',
    onAmount((value) => `${Math.round(Number(value))}`),
    withMore(['amount', (draw) => `${300 + draw.int(900)}.${50 + draw.int(49)}`]),
  ),
  wrong(
    'number-rewritten',
    'rounded to a rupee, two decimals',
    onAmount((value) => Math.round(Number(value)).toFixed(2)),
    withMore(['amount', (draw) => `${300 + draw.int(900)}.${50 + draw.int(49)}`]),
  ),
  wrong(
    'number-rewritten',
    'the paise cut off',
    onAmount((value) => Math.floor(Number(value)).toFixed(2)),
    withMore(['amount', (draw) => `${300 + draw.int(900)}.${50 + draw.int(49)}`]),
  ),
  wrong(
    'number-rewritten',
    'rounded to one decimal',
    onAmount((value) => Number(value).toFixed(1)),
    withMore(['amount', (draw) => `${300 + draw.int(900)}.37`]),
  ),
  wrong(
    'boolean-rewritten',
    'PHP true',
    {
      number: (value) => (value === 'true' ? '1' : value),
    },
    withMore(['isGift', () => 'true']),
  ),
  wrong(
    'boolean-rewritten',
    'Python True',
    {
      number: (value) => value.replace(/^true$/, 'True').replace(/^false$/, 'False'),
    },
    withMore(['isGift', (draw) => draw.pick(['true', 'false'])]),
  ),
];

const byName = (compare: (a: string, b: string) => number): Partial<Client> => ({
  sort: (pairs) => [...pairs].sort(([a], [b]) => compare(a, b)),
});
const mixedNames = withMore(
  ['UTR', (draw) => digits(draw, 12)],
  ['a_b', phrase],
  ['aB', phrase],
  ['Zone', phrase],
);
const prefixes = withMore(['param', () => '1'], ['param1', () => '2'], ['param-x', () => '3']);

const orders: readonly WrongClient[] = [
  wrong('not-sorted', 'as the object has them', { sort: (pairs) => pairs }),
  wrong('not-sorted', 'an order of its own, the same for every request', {
    sort: (pairs) => {
      const mine = ['notifyUrl', 'mchOrderNo', 'extra', 'tradeType', 'amount', 'mchId', 'returnUrl'];
      return [...pairs].sort(([a], [b]) => mine.indexOf(a) - mine.indexOf(b));
    },
  }),
  wrong(
    'sorted-otherwise',
    'ignoring case',
    byName((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    mixedNames,
  ),
  wrong(
    'sorted-otherwise',
    'localeCompare',
    byName((a, b) => a.localeCompare(b, 'en')),
    mixedNames,
  ),
  wrong(
    'sorted-otherwise',
    'descending',
    byName((a, b) => (a < b ? 1 : -1)),
  ),
  wrong(
    'sorted-otherwise',
    'whole pairs',
    {
      sort: (pairs) => [...pairs].sort((a, b) => (a.join('=') < b.join('=') ? -1 : 1)),
    },
    prefixes,
  ),
  wrong('sorted-otherwise', 'PHP asort', {
    sort: (pairs) => [...pairs].sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)),
  }),
];

const keyPlacements: readonly WrongClient[] = [
  wrong('key-without-name', 'text . key', { keyPlacement: (pairs, key, write) => write(pairs) + key }),
  wrong('key-without-name', 'text & key', { keyPlacement: (pairs, key, write) => `${write(pairs)}&${key}` }),
  wrong('key-without-name', 'no & before key=', {
    keyPlacement: (pairs, key, write) => `${write(pairs)}key=${key}`,
  }),
  wrong('no-key', 'forgets the key', { keyPlacement: (pairs, _, write) => write(pairs) }),
  wrong('other-key-name', '&secret=', {
    keyPlacement: (pairs, key, write) => `${write(pairs)}&secret=${key}`,
  }),
  wrong('other-key-name', '&api_key=', {
    keyPlacement: (pairs, key, write) => `${write(pairs)}&api_key=${key}`,
  }),
  wrong('key-in-front', 'key . text', { keyPlacement: (pairs, key, write) => key + write(pairs) }),
  wrong('key-in-front', 'key= in front', {
    keyPlacement: (pairs, key, write) => `key=${key}&${write(pairs)}`,
  }),
  wrong('key-sorted', '$params["key"] = $key', {
    keyPlacement: (pairs, key, write) => write([...pairs, ['key', key]]),
  }),
  wrong('text-after-key', '& at the end', {
    keyPlacement: (pairs, key, write) => `${write(pairs)}&key=${key}&`,
  }),
  wrong('text-after-key', '&& in the middle', {
    keyPlacement: (pairs, key, write) => `${write(pairs)}&&key=${key}`,
  }),
  wrong('key-alone', 'signs before the parameters are there', { keyPlacement: (_, key) => `&key=${key}` }),
];

const bare = (pairs: readonly Pair[], mark: string) => pairs.map(([, value]) => value).join(mark);

const joins: readonly WrongClient[] = [
  wrong('joined-otherwise', 'values alone', { join: (pairs) => bare(pairs, '') }),
  wrong('joined-otherwise', 'no &', { join: (pairs) => pairs.map((pair) => pair.join('=')).join('') }),
  wrong('joined-otherwise', 'name and value', { join: (pairs) => pairs.flat().join('') }),
  wrong('joined-otherwise', 'bars', { join: (pairs) => pairs.map((pair) => pair.join('=')).join('|') }),
  wrong(
    'joined-otherwise',
    'arg_separator.output = ;',
    {
      keyPlacement: (pairs, key, write) =>
        write([...pairs, ['zzz', key]])
          .replaceAll('&', ';')
          .replace('zzz', 'key'),
    },
    (draw) => payin(draw).filter(([, value]) => !value?.includes('&')),
  ),
  wrong('joined-otherwise', 'a = b, the key too', {
    join: (pairs) => pairs.map((pair) => pair.join(' = ')).join('&'),
    keyPlacement: (pairs, key, write) => `${write(pairs)}&key = ${key}`,
  }),
  wrong('joined-otherwise', 'bars between values and key', {
    join: (pairs) => bare(pairs, '|'),
    keyPlacement: (pairs, key, write) => `${write(pairs)}|${key}`,
  }),
  wrong('json-signed', 'JSON.stringify', { join: (pairs) => JSON.stringify(Object.fromEntries(pairs)) }),
  wrong('json-signed', 'json.dumps', {
    join: (pairs) => `{${pairs.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')}}`,
  }),
];

const textMutations: readonly WrongClient[] = [
  wrong('line-break-at-end', 'echo', { textMutation: (text) => `${text}\n` }),
  wrong('text-recased', 'strtolower of the text', { textMutation: (text) => text.toLowerCase() }),
  wrong('text-recased', 'strtoupper of the text', { textMutation: (text) => text.toUpperCase() }),
  wrong('text-quoted', 'JSON.stringify of the text', { textMutation: (text) => `"${text}"` }, (draw) =>
    payin(draw).filter(([, value]) => !value?.includes('"')),
  ),
];

const hmac = (name: string, key: string, text: string) => createHmac(name, key).update(text).digest();

const digests: readonly WrongClient[] = [
  wrong('other-digest', 'HMAC-MD5', { digest: (text, key) => hmac('md5', key, text) }),
  wrong('other-digest', 'HMAC-MD5 of the bare text', { digest: (_, key, text) => hmac('md5', key, text) }),
  wrong('other-digest', 'HMAC-SHA256', { digest: (text, key) => hmac('sha256', key, text) }),
  wrong('other-digest', 'HMAC-SHA256 of the bare text', {
    digest: (_, key, text) => hmac('sha256', key, text),
  }),
  wrong('other-digest', 'SHA-256', { digest: (text) => createHash('sha256').update(text).digest() }),
  wrong('other-digest', 'SHA-1', { digest: (text) => createHash('sha1').update(text).digest() }),
  wrong('md5-twice', 'of the lower-case digits', { digest: (text) => md5(md5(text).toString('hex')) }),
  wrong('md5-twice', 'of the upper-case digits', {
    digest: (text) => md5(md5(text).toString('hex').toUpperCase()),
  }),
  wrong('md5-twice', 'md5(md5(text) . key)', {
    digest: (_, key, text) => md5(md5(text).toString('hex') + key),
  }),
];

const spaced = (draw: Draw) => `${draw.pick([' ', ''])}${phrase(draw)}  `;
const composed = (draw: Draw) => `${phrase(draw)} é ü ñ`.normalize('NFC');
const withJson = withMore([
  'extra',
  (draw) => JSON.stringify({ name: phrase(draw), url: url(draw), n: draw.int(9) }),
]);

const onValue = (which: string, change: (value: string) => string): Partial<Client> => ({
  text: (value, name) => only(which)(value, name, change),
});

const texts: readonly WrongClient[] = [
  wrong('values-trimmed', 'trim', { text: (value) => value.trim() }, withMore(['extra', spaced])),
  wrong(
    'line-breaks-rewritten',
    'CR LF signed, LF sent',
    { text: (value) => value.replace(/\n/g, '\r\n') },
    withMore(['extra', (draw) => `${phrase(draw)}\n${phrase(draw)}`]),
  ),
  wrong('values-recased', 'lower-case values', { text: (value) => value.toLowerCase() }),
  wrong(
    'values-recased',
    'tradeType alone',
    onValue('tradeType', (text) => text.toLowerCase()),
    (draw) => withMore(['tradeType', () => 'INRUPI'])(draw),
  ),
  wrong(
    'values-recased',
    'extra alone',
    onValue('extra', (text) => text.toUpperCase()),
    withMore(['extra', (draw) => `gift ${phrase(draw)}`], ['tradeType', () => 'usdt'], ['notifyUrl', url]),
  ),
  wrong(
    'value-cut',
    'a query string read at &',
    onValue('extra', (text) => text.split('&')[0] ?? ''),
    withMore(['extra', (draw) => `size=${digits(draw, 2)}&colour=${digits(draw, 2)}`]),
  ),
  wrong(
    'value-cut',
    'a UPI ID without its bank',
    onValue('upiId', (text) => text.replace(/@.*/, '')),
    withMore(['upiId', (draw) => `asha${digits(draw, 4)}@okbank`]),
  ),
  wrong(
    'value-cut',
    'parse_str of a body that is not encoded',
    {
      select: (pairs) =>
        pairs
          .map(([name, value]) => `${name}=${value ?? ''}`)
          .join('&')
          .split('&')
          .map((pair): Pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    },
    withMore(
      ['notifyUrl', () => 'https://shop.example/n?shop=1&lang=en'],
      ['returnUrl', () => 'https://shop.example/r'],
    ),
  ),
  wrong('values-in-lists', 'parse_qs of Python', { text: (value) => `['${value}']` }, (draw) =>
    payin(draw).filter(([, value]) => !value?.includes("'")),
  ),
  wrong('values-in-lists', 'url.Values of Go', { text: (value) => `[${value}]` }),
  wrong(
    'url-rewritten',
    'new URL(…).href',
    onValue('notifyUrl', (text) => new URL(text).href),
    withMore(['notifyUrl', (draw) => `https://Shop${draw.int(9)}.example:443`]),
  ),
  wrong(
    'url-rewritten',
    'without its query',
    onValue('notifyUrl', (text) => text.slice(0, text.indexOf('?'))),
    withMore(['notifyUrl', (draw) => `https://shop.example/n?order=${digits(draw, 5)}`]),
  ),
  wrong(
    'url-rewritten',
    'http behind a proxy that ends TLS',
    { text: (value) => value.replace(/^https:/, 'http:') },
    withMore(['notifyUrl', url], ['returnUrl', url]),
  ),
  wrong(
    'url-rewritten',
    'https signed, http sent',
    onValue('returnUrl', (text) => text.replace(/^http:/, 'https:')),
    withMore(['returnUrl', () => 'http://shop.example/thanks']),
  ),
  wrong(
    'url-rewritten',
    'rtrim of the slash',
    onValue('returnUrl', (text) => text.replace(/\/$/, '')),
    withMore(['returnUrl', () => 'https://shop.example/thanks/']),
  ),
  wrong(
    'unicode-normalised',
    'NFD',
    { text: (value) => value.normalize('NFD') },
    withMore(['extra', composed]),
  ),
  wrong(
    'nested-rewritten',
    'PHP Array',
    { text: (value) => (value.startsWith('{') ? 'Array' : value) },
    withJson,
  ),
  wrong(
    'nested-rewritten',
    '[object Object]',
    { text: (value) => (value.startsWith('{') ? String(JSON.parse(value)) : value) },
    withJson,
  ),
  wrong(
    'nested-rewritten',
    'json_encode',
    {
      text: (value) => (value.startsWith('{') ? unicodeEscaped(value).replace(/\//g, '\\/') : value),
    },
    withJson,
  ),
  wrong(
    'nested-rewritten',
    'json.dumps',
    {
      text: (value) =>
        value.startsWith('{') ? unicodeEscaped(value).replace(/":/g, '": ').replace(/,"/g, ', "') : value,
    },
    withJson,
  ),
];

const inGbk: Readonly<Record<string, readonly number[]>> = {
  支: [0xd6, 0xa7],
  付: [0xb8, 0xb6],
  宝: [0xb1, 0xa6],
};

const charsets: readonly WrongClient[] = [
  wrong(
    'other-charset',
    'Latin-1',
    { bytes: (text) => Buffer.from(text, 'latin1') },
    withMore(['extra', (draw) => `café ü ${digits(draw, 4)}`]),
  ),
  wrong(
    'other-charset',
    'GBK',
    {
      bytes: (text) =>
        Buffer.from([...text].flatMap((character) => inGbk[character] ?? [...Buffer.from(character)])),
    },
    withMore(['extra', (draw) => `支付宝 ${digits(draw, 4)}`]),
  ),
  wrong(
    'other-charset',
    'UTF-8 encoded twice',
    { bytes: (text) => Buffer.from(Buffer.from(text).toString('latin1')) },
    withMore(['extra', (draw) => `चाय ${digits(draw, 4)}`]),
  ),
  wrong('other-charset', 'UTF-16 of C#', { bytes: (text) => Buffer.from(text, 'utf16le') }),
];

const hex = (digest: Buffer) => [...digest].map((byte) => byte.toString(16));

const hex2 = (digest: Buffer) => [...digest].map((byte) => byte.toString(16).padStart(2, '0'));

const isShort = (sign: string) => sign.length < 32;

const digestEncodings: readonly WrongClient[] = [
  wrong('lower-case', 'hexdigest()', { write: (digest) => digest.toString('hex') }),
  wrong('base64', 'base64 of the bytes', { write: (digest) => digest.toString('base64') }),
  wrong('base64', 'base64 of the digits', { write: (digest) => btoa(digest.toString('hex')) }),
  {
    ...wrong('zeros-lost', 'Integer.toHexString', { write: (digest) => hex(digest).join('') }),
    shows: isShort,
  },
  {
    ...wrong('zeros-lost', 'BigInteger', {
      write: (digest) => BigInt(`0x${digest.toString('hex')}`).toString(16),
    }),
    shows: isShort,
  },
  wrong('sign-extended', 'signed bytes of Java', {
    write: (digest) =>
      [...digest]
        .map((byte) =>
          (byte << 24) >> 24 < 0 ? (0xffffff00 + byte).toString(16) : byte.toString(16).padStart(2, '0'),
        )
        .join(''),
  }),
  wrong('decimal', 'BigInteger in the default radix', {
    write: (digest) => BigInt(`0x${digest.toString('hex')}`).toString(),
  }),
  wrong('sign-dashed', 'BitConverter.ToString', {
    write: (digest) => hex2(digest).join('-').toUpperCase(),
  }),
  wrong('hex-twice', 'bin2hex of the hexadecimal digits', {
    write: (digest) => Buffer.from(digest.toString('hex')).toString('hex'),
  }),
  wrong('sign-cut', 'a column of 30 characters', {
    write: (digest) => digest.toString('hex').toUpperCase().slice(0, 30),
  }),
  wrong('sixteen-digits', 'MD5 of 16 digits', { write: (digest) => digest.toString('hex').substring(8, 24) }),
  wrong('sign-surrounded', 'md5sum', { write: (digest) => `${digest.toString('hex').toUpperCase()}  -` }),
];

/** All mistakes of clients. Each mistake has its own code. */
export const wrongClients: readonly WrongClient[] = [
  ...emptiness,
  ...encodings,
  ...keys,
  ...selections,
  ...numbers,
  ...orders,
  ...keyPlacements,
  ...joins,
  ...textMutations,
  ...digests,
  ...texts,
  ...charsets,
  ...digestEncodings,
];
