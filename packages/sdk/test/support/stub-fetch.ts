import type { Fetch } from '../../src/index.ts';
import { GatewayClient } from '../../src/index.ts';
import { absentFields, type Fields, payinFields, payoutFields } from '../../src/internal.ts';

/** A request that the client sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Reply to a request: a response, or an error that `fetch` throws. */
export type Reply = Response | Error | ((request: Request) => Response | Promise<Response>);

/** Creates a `fetch` that returns these replies in order, repeats the last reply, and records the requests. */
export function stubFetch(...replies: readonly Reply[]): { readonly fetch: Fetch; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (request) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)];
    const { method, url, headers } = request;
    sent.push({ method, url, headers, body: await request.clone().text() });
    if (typeof reply === 'function') return reply(request);
    if (reply instanceof Response) return reply.clone();
    throw reply ?? new Error('the stub has no reply');
  };
  return { fetch, sent };
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

export function success(data: unknown): Response {
  return json({ code: 200, success: true, message: 'Success', data });
}

export function failure(status: number, error: string, headers: Record<string, string> = {}): Response {
  return json({ code: status, success: false, message: `about ${error}`, error }, { status, headers });
}

/** Creates the error of a broken connection, as undici throws it. */
export function networkError(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });
  return new TypeError('fetch failed', { cause });
}

/** A new order as the gateway returns it. */
function unpaid<T extends Fields>(fields: T) {
  const examples = Object.entries(fields).map(([name, { example }]) => [name, example]);
  const data = { ...Object.fromEntries(examples), ...absentFields(fields) };
  return data as { readonly [Name in keyof T]: T[Name] extends { readonly absent: 'null' } ? null : string };
}

export const payinData = { ...unpaid(payinFields), extra: '' };

export const payoutData = { ...unpaid(payoutFields), payType: 'upi' };

export const linkData = {
  link_code: 'L7f3kQ2m9',
  client_ref: 'INV-42',
  amount: '500.00',
  currency: 'INR',
  status: 'pending',
  pay_url: 'https://gateway.example/pay/3f9c0a',
  created_at: '2026-11-20T15:04:05+05:30',
  expires_at: '2026-11-20T15:34:05+05:30',
};

export const credentials = {
  baseUrl: 'https://gateway.example/v3',
  legacyBaseUrl: 'https://gateway.example/v1',
  mchId: 'DEMO1001',
  mchKey: 'test-mch-key',
  mchSecret: 'test-mch-secret',
};

/** Creates a client that receives these replies, and a list of its requests. */
export function clientWith(...replies: readonly Reply[]) {
  const { fetch, sent } = stubFetch(...replies);
  return { client: new GatewayClient({ ...credentials, fetch }), sent };
}
