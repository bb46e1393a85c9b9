import { createHmac, hash } from 'node:crypto';
import { mask } from '../protocol/masking.ts';
import { type Client, type Field, type Fields, type NamedKey, type Payload, unchanged } from './client.ts';
import { type Format, inWords, isNumber } from './formats.ts';
import { otherName } from './operations.ts';
import type { RemedyName } from './remedies.ts';

export interface Facts {
  /** Parameters as received, in order, without `sign`. */
  readonly fields: Fields;
  /** Merchant ID from the request, the callback or the options. */
  readonly mchId: string | undefined;
  readonly key: NamedKey;
  readonly keys: readonly NamedKey[];
  /** Parameter names that the API defines for this request or callback. */
  readonly known: readonly string[];
  /** True if the body is a form, in which a `+` is a space. */
  readonly isForm: boolean;
  readonly isCallback: boolean;
  readonly callbackUrl: string | undefined;
}

/** One way to make a mistake: the steps that the client does differently. */
export interface Way extends Partial<Client> {
  /** Detail of the title. It contains names but never values. */
  readonly about?: string | undefined;
  /** True if the search does not combine this way with another mistake. */
  readonly alone?: true;
}

export interface Named {
  readonly id: string;
  /** Short description of the mistake. The detail follows after a colon. */
  readonly title: string;
  readonly fix: string;
  readonly remedy: RemedyName;
}

export interface Mistake extends Named {
  /** How the client built the string or the digest, the most frequent way first. */
  readonly ways: (facts: Facts) => readonly Way[];
  /** Number of ways with an effect that the search combines as if each were the first. The default is one. */
  readonly frequent?: number;
}

/** Words that languages write for a missing value. */
export const nothings = ['null', 'undefined', 'None', '<nil>'];

export type Change = (text: string, name: string) => string;

/** Ways that change each value in this step. */
const changing =
  (step: 'values' | 'origin' | 'escape') =>
  (map: Change, about?: string): Way => {
    const changed = (field: Field) => {
      const text = map(field.text, field.name);
      return text === field.text ? field : { ...field, text };
    };
    return { [step]: (fields: Fields) => fields.map(changed), about };
  };

export const values = /* @__PURE__ */ changing('values');
export const origin = /* @__PURE__ */ changing('origin');
export const escaping = /* @__PURE__ */ changing('escape');

/** One way for each format. */
export function each(
  make: (write: Format[1], about: string) => Way,
  formats: readonly Format[],
): readonly Way[] {
  return formats.map(([about, write]) => make(write, about));
}

/** Maximum number of parameters that the search changes one by one. */
export const maxSingled = 48;

/** Ways that format all values, and single values if several could change. */
export function everyAndEach({ fields }: Facts, formats: readonly Format[]): readonly Way[] {
  return [
    ...each(values, formats),
    ...formats.flatMap(([about, write]) => {
      const changed = fields.slice(0, maxSingled).filter(({ text }) => write(text) !== text);
      return changed.length < 2 ? [] : changed.map(({ name }) => ofOne(name, write, about));
    }),
  ];
}

export function ofOne(which: string, write: (text: string) => string, about: string): Way {
  const map: Change = (text, name) => (name === which ? write(text) : text);
  return { ...values(map, `${which}, ${about}`), alone: true };
}

/** A parameter that the client signed with no value, or signed but did not send. */
export function added(name: string, text: string): Field {
  return { name, text, kind: 'string', kept: true };
}

export function adding(more: Fields, about = more.map(({ name }) => name).join(', ')): Way {
  return { pick: (fields) => [...fields, ...more], about };
}

export function without(names: readonly string[], about = names.join(', ')): Way {
  return { pick: (fields) => fields.filter(({ name }) => !names.includes(name)), about };
}

export function dropping(which: RegExp, about: string): Way {
  return { empties: (fields) => fields.filter(({ text }) => text !== '' && !which.test(text)), about };
}

export function renaming(rename: (name: string) => string, about: string): Way {
  return { pick: (fields) => fields.map((field) => ({ ...field, name: rename(field.name) })), about };
}

export function sorting(compare: (a: Field, b: Field) => number, about: string): Way {
  return { order: (fields) => fields.toSorted(compare), about };
}

export function placing(place: (text: string, key: string) => string, about?: string): Way {
  return { place: (fields, key, write) => place(write(fields), key), about };
}

export const wholly = (whole: (text: string) => string, about?: string): Way => ({ whole, about });

/** Joins the parameters with each separator, alone, before `key=` and before the bare key. */
export function joiningWith(
  marks: readonly string[],
  formats: readonly (readonly [about: string, write: (field: Field) => string])[],
): readonly Way[] {
  return marks.flatMap((mark) =>
    formats.flatMap(([words, write]) => {
      const about = (key: string) =>
        [words, mark === '&' ? '' : `${inWords(mark)} for &`, key].filter((some) => some !== '').join(', ');
      const join: Client['join'] = (fields) => fields.map(write).join(mark);
      const before = (keyOf: (field: Field) => string, key: string): Way => ({
        join,
        place: (fields, text, joined) => joined(fields) + mark + keyOf(added('key', text)),
        about: about(key),
      });
      return [
        { join, about: about('') },
        before(write, 'before the key too'),
        before(value, 'before the key without its name too'),
      ];
    }),
  );
}

export const pair = ({ name, text }: Field) => `${name}=${text}`;
export const value = ({ text }: Field) => text;

/** The values and then the key, joined without names, as PHP's samples do. */
export const [, onlyValues = {}] = /* @__PURE__ */ joiningWith([''], [['only values', value]]);

export function isNull({ kind }: Field): boolean {
  return kind === 'null';
}

/** Signs parameters without a value as a word, or as an empty string. */
export function keeping(word: string, about?: string, isKept = (_: Field) => true): Way {
  return {
    empties: (fields) =>
      fields
        .map((field) =>
          field.text === '' && isKept(field) ? ({ ...field, text: word, kept: true } as const) : field,
        )
        .filter(({ text, kept }) => text !== '' || kept),
    about,
  };
}

/** Known parameter names that the client sent neither directly nor as an alias. */
export function absentNames({ known, fields }: Facts): readonly string[] {
  const sent = new Set(fields.map(({ name }) => name));
  return known.filter((name) => !sent.has(name) && !sent.has(otherName(name) ?? ''));
}

/** Parameters that clients often add after signing. */
export const oftenForgotten = 'extra notifyUrl returnUrl callback_url return_url notify_url tradeType'.split(
  ' ',
);

/** Parameters of other gateways, which a client signs empty and a form encoder then drops. */
export const foreignNames = [
  'app_id appId appid attach body channel clientIp client_ip currency device_info email goods_name mobile name',
  'nonce_str notify_url phone remark return_url sign_type signType subject timestamp userId user_id version',
].flatMap((names) => names.split(' '));

/** Parameters that were not sent, with their usual values: defaults, and copies of other parameters. */
export function usualFields({ fields, mchId, keys }: Facts): Fields {
  const sent = new Map(fields.map(({ name, text }) => [name, text]));
  const usual: Readonly<Record<string, readonly (string | undefined)[]>> = {
    tradeType: ['INRUPI', 'usdt'],
    payType: ['bank', 'upi', 'usdt'],
    currency: ['INR', 'USDT'],
    returnUrl: [sent.get('notifyUrl')],
    notifyUrl: [sent.get('returnUrl')],
    extra: [sent.get('mchOrderNo')],
    mchId: [mchId],
    merchant_id: [mchId],
    // The header X-Api-Key is not a parameter (reading: Legacy checks).
    api_key: [keys.find(({ name, other }) => name === 'mchKey' && other === undefined)?.text],
    sign_type: ['MD5'],
    signType: ['MD5'],
    version: ['v3', '1.0'],
    // Callbacks only.
    test: ['true'],
    status: ['success', 'failed', 'processing'],
    amount: [sent.get('paidAmount')],
    paidAmount: [sent.get('amount')],
  };
  return Object.entries(usual)
    .filter(([name]) => !sent.has(name) && !sent.has(otherName(name) ?? ''))
    .flatMap(([name, texts]) => texts.map((text = '') => added(name, text)))
    .filter(({ text }) => text !== '');
}

/** A retry that signs the sent parameters and also the previous sign. */
export function resigned(retries: number, about: string): Way {
  return {
    place: (fields, key, write) => {
      let text = `${write(fields)}&key=${key}`;
      for (let retry = 0; retry < retries; retry++) {
        // If the key is masked, the hash of this string differs from the previous sign.
        const sign = key.includes(mask) ? mask : hash('md5', text).toUpperCase();
        text = `${write([...fields, added('sign', sign)])}&key=${key}`;
      }
      return text;
    },
    about,
  };
}

/** Ways that alter the key. The shown key is altered too if it stays whole, for example between quotes. */
export function ofKey(formats: readonly Format[]): Mistake['ways'] {
  return ({ key }) =>
    formats.map(([about, alter]) => {
      const text = alter(key.text);
      return { key: { text, shown: text.includes(key.text) ? text.replace(key.text, mask) : mask }, about };
    });
}

export function using(text: string, about = text): Way {
  return { key: { text, shown: text }, about };
}

/** Words that stand for the key in an example or in a variable that was not set. */
export const keyWords = [
  'key mchKey mchSecret secret MCH_KEY MCH_SECRET API_KEY API_SECRET YOUR_API_KEY YOUR_API_SECRET YOUR_KEY',
  'INRGATE_MCH_KEY INRGATE_MCH_SECRET',
].flatMap((names) => names.split(' '));

export function digesting(of: Client['digest']['of'], about: string, digits = 32): Way {
  return { digest: { digits, of }, about };
}

/** Hashes the base string without the key. */
export function digestingBare(of: Client['digest']['of'], about: string, digits = 32): Way {
  return { digest: { digits, of, isBare: true }, about };
}

/** HMAC of the whole base string, and of the string without the key. */
export function hmacs(algorithm: string, name: string, digits: number): readonly Way[] {
  const hmac = (key: string, payload: Payload) => createHmac(algorithm, key).update(payload).digest('hex');
  return [
    digesting((payload, key) => hmac(key, payload), `HMAC-${name}`, digits),
    digestingBare(
      (_, key, bare) => hmac(key, bare()),
      `HMAC-${name} of the base string without the key`,
      digits,
    ),
  ];
}

export function inCharset(encode: (text: string) => Payload, about: string): Way {
  return { bytes: (text) => (/[^\0-\x7f]/.test(text) ? encode(text) : text), about };
}

export const collator = /* @__PURE__ */ new Intl.Collator('en');
/** Collation of glibc's `sort` and Java's `Collator`. */
export const ignoringMarks = /* @__PURE__ */ new Intl.Collator('en', { ignorePunctuation: true });

/** HTML entities that need no `;` and are the beginning of a parameter name: `&notifyUrl` is shown as `¬ifyUrl`. */
const barEntities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', not: '¬', para: '¶', curren: '¤', times: '×', copy: '©' },
  ...{ reg: '®', sect: '§' },
};

export function asBrowser(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|not|para|curren|times|copy|reg|sect);?/g,
    (entity, name: string) => barEntities[name] ?? entity,
  );
}

/** The parts of the alternative form in order (spec: POST payin, rule 3). */
const parts = ['merchant_id', 'amount', 'merchant_order_no', 'api_key', 'callback_url'];

function partsOf(fields: Fields, key: string, names: readonly string[], url?: string): readonly string[] {
  const texts = new Map(fields.map(({ name, text }) => [name, text]));
  return names.map((name) => {
    if (name === 'api_key') return key;
    if (name === 'callback_url' && url !== undefined) return url;
    return texts.get(name) ?? texts.get(otherName(name) ?? '') ?? '';
  });
}

/** The base string of the alternative pay-in signature. */
export function alternativePlace(fields: Fields, key: string): string {
  return partsOf(fields, key, parts).join('');
}

function partly(names: readonly string[], about: string, mark = '', url?: string): Way {
  return { place: (fields, key) => partsOf(fields, key, names, url).join(mark), about };
}

/** All orders of the items, the given order first. */
export function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** All selections of the items except none and all, the longest first. */
function partsLeft<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: 2 ** items.length - 2 }, (_, at) =>
    items.filter((_, bit) => ((at + 1) >> bit) & 1),
  ).toSorted((a, b) => b.length - a.length);
}

/** Ways to use the alternative form wrongly: with other text for the URL, without parts, in another order, separated. */
export function alternatives({ fields, callbackUrl }: Facts): readonly Way[] {
  const urls = fields.filter(({ name, text }) => name !== 'callback_url' && /^https?:/.test(text));
  const isPresent = (name: string) => name === 'api_key' || partsOf(fields, '', [name])[0] !== '';
  return [
    ...partsLeft(parts).map((names) =>
      partly(names, `without ${parts.filter((name) => !names.includes(name)).join(', ')}`),
    ),
    ...nothings.map((word) => partly(parts, `callback_url as ${word}`, '', word)),
    ...(callbackUrl === undefined
      ? []
      : [partly(parts, 'callback_url as saved, but not sent', '', callbackUrl)]),
    ...urls.map(({ name, text }) => partly(parts, `${name} as callback_url`, '', text)),
    ...ordersOf(parts.filter(isPresent))
      .slice(1)
      .map((names) => partly(names, `in the order ${names.join(', ')}`)),
    ...['&', '|', ',', '-', '_', ':'].map((mark) => partly(parts, `joined with ${mark}`, mark)),
  ];
}

const isMoney = /amount$|^fee$|^totalDebit$/i;

/** Orders names by a list. Names outside the list stay at the end. */
export function inOrderOf(names: readonly string[]): (fields: Fields) => Fields {
  const placeOf = ({ name }: Field) => (names.includes(name) ? names.indexOf(name) : names.length);
  return (fields) => fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Ways to sign the parameters as JSON, sorted and as sent. */
export function asJson(
  about: string,
  [open, comma, colon, close]: readonly [string, string, string, string],
  finish: Format[1] = (json) => json,
): readonly Way[] {
  const write = ({ name, text, kind }: Field) => {
    const isPlain = kind === 'number' || kind === 'boolean';
    const json = isPlain ? text : JSON.stringify(kind === 'null' && text === '' ? null : text);
    return JSON.stringify(name) + colon + json;
  };
  const join = (fields: Fields) => finish(open + fields.map(write).join(comma) + close);
  return [
    { join, about },
    { join, order: unchanged, empties: unchanged, about: about === '' ? 'as sent' : `as sent, ${about}` },
  ];
}

/** The missing aliases, with the values of their main names. */
export function missingAliases({ fields, known }: Facts): Fields {
  const sent = new Set(fields.map(({ name }) => name));
  return fields.flatMap((field): Fields => {
    const name = otherName(field.name);
    return name === undefined || sent.has(name) || !known.includes(name) ? [] : [{ ...field, name }];
  });
}

/** Ways that format the amounts, every number, and single numbers if there are several. */
export function numbers({ fields }: Facts, formats: readonly Format[], before: string): readonly Way[] {
  const all = fields.filter(({ text }) => isNumber(text)).slice(0, maxSingled);
  const ofMoney = (write: Format[1], about: string) =>
    values((text, name) => (isMoney.test(name) ? write(text) : text), before + about);
  const namesOf = (write: Format[1]) => {
    const [one, two] = all.filter(({ text }) => write(text) !== text);
    return all.length < 2 ? '' : `${two === undefined ? one?.name : 'every number'}, `;
  };
  return [
    ...each(ofMoney, formats),
    ...each((write, about) => values(write, before + namesOf(write) + about), formats),
    ...(all.length < 2 ? [] : all).flatMap(({ name }) =>
      each((write, about) => ofOne(name, write, before + about), formats),
    ),
  ];
}
