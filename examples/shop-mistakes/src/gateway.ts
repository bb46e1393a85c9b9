import { createHash, timingSafeEqual } from 'node:crypto';

/** State of a pay-in, from a response or a callback. */
export interface Payin {
  readonly mchOrderNo: string;
  readonly status: string;
  /** Amount paid, or an empty string before the payment. */
  readonly paidAmount: string;
  /** Time of the payment, or an empty string before the payment. */
  readonly paidAt: string;
}

/** Response to a create. */
export interface CreatedPayin extends Payin {
  readonly payUrl: string;
  readonly expiresAt: string;
  readonly isDuplicate: boolean;
}

type Fields = Readonly<Partial<Record<string, string>>>;

/** The two calls that a shop needs, in plain Node, so the shop restarts quickly. In a real shop, use `@inrgate/sdk`. */
export class Gateway {
  readonly #baseUrl: string;
  readonly #mchId: string;
  readonly #mchKey: string;
  readonly #notifyUrl: string;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#baseUrl = environment['INRGATE_BASE_URL'] ?? 'http://127.0.0.1:4300/v3';
    this.#mchId = environment['INRGATE_MCH_ID'] ?? 'DEMO1001';
    this.#mchKey = environment['INRGATE_MCH_KEY'] ?? '';
    this.#notifyUrl = environment['INRGATE_CALLBACK_URL'] ?? '';
  }

  /** Creates a pay-in. A retry with the same order number returns the same pay-in. */
  async create(mchOrderNo: string, amount: string, attempts = 3): Promise<CreatedPayin> {
    const data = await this.#call('payin', { mchOrderNo, amount, notifyUrl: this.#notifyUrl }, attempts);
    return {
      ...payinOf(data),
      payUrl: data['payUrl'] ?? '',
      expiresAt: data['expiresAt'] ?? '',
      isDuplicate: String(data['duplicate']) === 'true',
    };
  }

  async query(mchOrderNo: string, attempts = 3): Promise<Payin> {
    return payinOf(await this.#call('check-order-status', { mchOrderNo }, attempts));
  }

  /** Returns the pay-in that a callback reports, or undefined if the signature or the merchant is wrong. */
  verified(body: string): Payin | undefined {
    const fields: Fields = body.startsWith('{')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    const given = Buffer.from(String(fields['sign']).toUpperCase());
    const expected = Buffer.from(this.#sign(fields));
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    return isGenuine && fields['mchId'] === this.#mchId ? payinOf(fields) : undefined;
  }

  async #call(endpoint: string, params: Fields, attempts: number): Promise<Fields> {
    const signed = { mchId: this.#mchId, ...params };
    const body = JSON.stringify({ ...signed, sign: this.#sign(signed) });
    const headers = { 'content-type': 'application/json' };
    try {
      const signal = AbortSignal.timeout(5_000);
      const response = await fetch(`${this.#baseUrl}/${endpoint}`, { method: 'POST', headers, body, signal });
      const { data, error } = JSON.parse(await response.text());
      if (data === undefined) throw new Error(`the gateway refused: ${error}`);
      return data;
    } catch (error) {
      if (attempts <= 1) throw error;
      return this.#call(endpoint, params, attempts - 1);
    }
  }

  #sign(fields: Fields): string {
    const names = Object.keys(fields).filter((name) => name !== 'sign' && (fields[name] ?? '') !== '');
    const text = names.sort().map((name) => `${name}=${fields[name]}&`);
    return createHash('md5')
      .update(`${text.join('')}key=${this.#mchKey}`)
      .digest('hex')
      .toUpperCase();
  }
}

/** @throws {Error} for a success without its amount, so the shop returns 500 and the gateway retries the callback */
export function payinOf(fields: Fields): Payin {
  const { mchOrderNo = '', status = '', paidAmount = '', paidAt, payTime } = fields;
  if (status === 'success' && paidAmount === '') throw new Error(`${mchOrderNo} has no paidAmount`);
  return { mchOrderNo, status, paidAmount, paidAt: paidAt ?? payTime ?? '' };
}
