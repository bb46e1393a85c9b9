import { sign } from '@inrgate/sdk/protocol';
import { v3Calls } from './v3-calls.ts';

/** Sends a request, over a socket or in process. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export interface Keys {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

export type Params = Readonly<Record<string, string | null>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;
  readonly data: Readonly<Record<string, unknown>>;
  /** The body as received. */
  readonly text: string;
}

/** Key that signs. */
export type KeyName = 'mchKey' | 'mchSecret';

const keyOf = new Map(v3Calls.map(({ name, key }): [string, KeyName] => [name, key]));

export interface CallOptions {
  readonly key?: KeyName;
  readonly form?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A merchant that signs and sends v3 calls without the SDK. */
export class Caller {
  readonly #send: Send;
  readonly keys: Keys;

  constructor(send: Send, keys: Keys) {
    this.#send = send;
    this.keys = keys;
  }

  /** Sends a call with `mchId` and `sign` added. */
  v3(name: string, params: Params, options: CallOptions = {}): Promise<Answer> {
    return this.exactly(name, { mchId: this.keys.mchId, ...params }, options);
  }

  /** Sends a call with only `sign` added. */
  exactly(name: string, params: Params, options: CallOptions = {}): Promise<Answer> {
    const path = `/v3/${name}`;
    const key = this.keys[options.key ?? keyOf.get(name.replace(/\.php$/, '')) ?? 'mchKey'];
    return this.raw(path, { ...params, sign: sign(params, key) }, options);
  }

  /** Sends exactly these parameters. */
  raw(path: string, params: object, { form = false, headers = {} }: CallOptions = {}): Promise<Answer> {
    const body = form
      ? new URLSearchParams(params as Record<string, string>).toString()
      : JSON.stringify(params);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return this.bytes(path, body, { 'content-type': type, ...headers });
  }

  /** Sends exactly these bytes. */
  bytes(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    return this.request(path, { method: 'POST', body, headers });
  }

  get(path: string): Promise<Answer> {
    return this.request(path);
  }

  async request(path: string, init?: RequestInit): Promise<Answer> {
    return answerOf(await this.#send(path, init));
  }

  /** Sends a v1 call with `api_key` added, signed with the API Secret. */
  createLink(params: Params): Promise<Answer> {
    const signed = { api_key: this.keys.mchKey, ...params };
    return this.raw('/v1/create-link.php', { ...signed, sign: sign(signed, this.keys.mchSecret) });
  }

  linkStatus(linkCode: string): Promise<Answer> {
    const signed = { api_key: this.keys.mchKey, link_code: linkCode };
    const query = new URLSearchParams({ ...signed, sign: sign(signed, this.keys.mchSecret) });
    return this.get(`/v1/link-status.php?${query}`);
  }

  query(params: Params, options: CallOptions = {}): Promise<Answer> {
    return this.v3('check-order-status', params, options);
  }

  payin(params: Params = {}, options: CallOptions = {}): Promise<Answer> {
    return this.v3('payin', { mchOrderNo: 'ORDER-1', amount: '500.00', ...params }, options);
  }

  payout(params: Params = {}, options: CallOptions = {}): Promise<Answer> {
    return this.v3(
      'payout',
      { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank', ...params },
      options,
    );
  }

  balance(): Promise<Answer> {
    return this.v3('check-gateway-balance', {});
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: unknown; data?: Answer['data'] };
  return {
    status: response.status,
    headers: response.headers,
    error: body.error,
    data: body.data ?? {},
    text,
  };
}
