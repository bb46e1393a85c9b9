import { type KeyName, v3Routes } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import type { Header } from '../http/messages.ts';
import { ExchangeJudge } from '../traffic/exchange-judge.ts';
import type { Outgoing } from './wire.ts';

/** Credentials of the merchant that makes the calls. */
export interface Keys {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

/** Parameters as strings, exactly as the signature covers them. */
export type Params = Readonly<Record<string, string | null>>;

export interface Writing {
  readonly form?: boolean;
  /** Key that signs instead of the key that the endpoint requires. */
  readonly key?: KeyName;
  readonly sign?: string;
  readonly headers?: readonly Header[];
}

/** A signature that no key creates. */
export const wrongSign = 'F'.repeat(32);

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Signs requests as a merchant, and judges the responses. */
export class Merchant {
  readonly keys: Keys;
  readonly judge: ExchangeJudge;

  constructor(keys: Keys) {
    this.keys = keys;
    this.judge = new ExchangeJudge(keys);
  }

  /** Creates a signed request with `mchId`. */
  v3(name: string, params: Params, writing: Writing = {}): Outgoing {
    return this.exactly(name, { mchId: this.keys.mchId, ...params }, writing);
  }

  /** Creates a signed request with these parameters only. */
  exactly(name: string, params: Params, writing: Writing = {}): Outgoing {
    const signed = { ...params, sign: writing.sign ?? sign(params, this.#keyOf(name, writing)) };
    return this.unsigned(name, signed, writing);
  }

  /** Creates a request with these parameters unchanged. */
  unsigned(name: string, params: Params, { form: asForm = false, headers = [] }: Writing = {}): Outgoing {
    const texts = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null);
    const body = asForm ? new URLSearchParams(texts).toString() : JSON.stringify(params);
    return this.bytes(name, body, [['content-type', asForm ? form : json], ...headers]);
  }

  bytes(
    name: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: readonly Header[] = [['content-type', json]],
  ): Outgoing {
    const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body)) : body;
    return { api: 'v3', method: 'POST', path: `/${name}`, query: '', headers, body: bytes };
  }

  /** Returns `sign` for a handwritten body. */
  signOf(name: string, params: Params): string {
    return sign(params, this.#keyOf(name, {}));
  }

  /** Creates a request for v1's create-link.php. The API Secret signs it. */
  createLink(params: Params, { sign: other, key = 'mchSecret', headers = [] }: Writing = {}): Outgoing {
    const all = { api_key: this.keys.mchKey, ...params };
    const signed = { ...all, sign: other ?? sign(all, this.keys[key]) };
    return this.link(signed, { headers });
  }

  /** Creates a request for v1's create-link.php with these parameters unchanged. */
  link(params: Params, writing: Writing = {}): Outgoing {
    return { ...this.unsigned('create-link.php', params, writing), api: 'v1' };
  }

  linkStatus(params: Params, { sign: other, key = 'mchSecret' }: Writing = {}): Outgoing {
    const all = { api_key: this.keys.mchKey, ...params };
    const texts = Object.entries({ ...all, sign: other ?? sign(all, this.keys[key]) });
    const query = new URLSearchParams(
      texts.map(([name, text]): [string, string] => [name, text ?? '']),
    ).toString();
    return { ...withoutBody('v1', 'GET', 'link-status.php'), query };
  }

  #keyOf(name: string, { key }: Writing): string {
    const endpoint = name.replace(/\.php$/, '');
    const [own] = Object.hasOwn(v3Routes, endpoint) ? v3Routes[endpoint as keyof typeof v3Routes].keys : [];
    return this.keys[key ?? own ?? 'mchKey'];
  }
}

/** Creates a request that consists of only a method and a path. */
export function withoutBody(api: Outgoing['api'], method: string, name: string): Outgoing {
  return { api, method, path: `/${name}`, query: '', headers: [], body: new Uint8Array() };
}
