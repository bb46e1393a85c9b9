import { hash } from 'node:crypto';
import type { FlatValue } from '../protocol/flat-parser.ts';
import type { KeyName } from '../protocol/routes.ts';

export interface Field {
  readonly name: string;
  readonly text: string;
  readonly kind: FlatValue['kind'];
  /** True if the client signs the parameter although it is empty. */
  readonly kept?: true;
}

export type Fields = readonly Field[];

/** A key, with the string that replaces it in shown strings. */
export interface SigningKey {
  readonly text: string;
  readonly shown: string;
}

export interface NamedKey extends SigningKey {
  readonly name: KeyName;
  /** Merchant ID of the other merchant that owns the key, or an empty string if unknown. */
  readonly other?: string;
}

/** The input of a hash: a string that is encoded as UTF-8, or the bytes of another encoding. */
export type Payload = string | Uint8Array;

interface Digest {
  /** Number of hexadecimal digits. */
  readonly digits: number;
  /** The digest, in lower-case hexadecimal. `bare` is the base string without the key. */
  readonly of: (payload: Payload, key: string, bare: () => Payload) => string;
  /** True if the client hashes only the string without the key. */
  readonly isBare?: true;
}

/** How a client signs, in the order of the steps. A mistake replaces one step or several. */
export interface Client {
  /** Selects the parameters to sign, and their names. */
  readonly pick: (fields: Fields) => Fields;
  /** Restores values that the transport changed. */
  readonly origin: (fields: Fields) => Fields;
  readonly empties: (fields: Fields) => Fields;
  readonly values: (fields: Fields) => Fields;
  readonly escape: (fields: Fields) => Fields;
  readonly order: (fields: Fields) => Fields;
  readonly join: (fields: Fields) => string;
  readonly key: SigningKey;
  readonly place: (fields: Fields, key: string, write: (fields: Fields) => string) => string;
  readonly whole: (text: string) => string;
  readonly bytes: (text: string) => Payload;
  readonly digest: Digest;
}

/** The steps that change the parameters before they are sorted and joined. */
export const early = ['pick', 'origin', 'empties', 'values', 'escape'] as const;
/** The steps that only one of two mistakes can replace. */
export const late = ['order', 'join', 'key', 'place', 'whole', 'bytes', 'digest'] as const;

export const unchanged = (fields: Fields): Fields => fields;

/** A client that signs correctly (spec: Authentication 3). */
export function rightClient(key: SigningKey): Client {
  return {
    pick: unchanged,
    origin: unchanged,
    empties: (fields) => fields.filter(({ text, kept }) => text !== '' || kept),
    values: unchanged,
    escape: unchanged,
    order: inByteOrder,
    join: (fields) => fields.map(({ name, text }) => `${name}=${text}`).join('&'),
    key,
    place: (fields, text, write) => `${write(fields)}&key=${text}`,
    whole: (text) => text,
    bytes: (text) => text,
    digest: { digits: 32, of: (payload) => hash('md5', payload, 'hex') },
  };
}

/** The parameters before the client sorts and joins them. */
export function readyFields(client: Client, fields: Fields): Fields {
  return early.reduce((ready, step) => client[step](ready), fields);
}

/** The base string, with the key or with the string that replaces it. */
export function baseString(client: Client, ready: Fields, key = client.key.text): string {
  return client.whole(client.place(ready, key, (fields) => client.join(client.order(fields))));
}

export function bareString(client: Client, ready: Fields): string {
  return client.whole(client.join(client.order(ready)));
}

export function digestOf(client: Client, ready: Fields, text = baseString(client, ready)): string {
  const bare = () => client.bytes(bareString(client, ready));
  return client.digest.of(client.bytes(text), client.key.text, bare);
}

export function inByteOrder(fields: Fields): Fields {
  // The search sorts most parameters again and again, so check first.
  const isSorted = fields.every(({ name }, at) => at === 0 || inBytes(fields[at - 1]?.name ?? '', name) <= 0);
  return isSorted ? fields : fields.toSorted((a, b) => inBytes(a.name, b.name));
}

/** Compares in the byte order of UTF-8, which is the order of code points. */
export function inBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (beyondSurrogates.test(a) || beyondSurrogates.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const beyondSurrogates = /[\ud800-\uffff]/;
