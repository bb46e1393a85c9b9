import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Send } from '../client.ts';

/** A response that a deviation can change. */
export interface Altered {
  status: number;
  readonly headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

/** A difference between a gateway and the specification. */
export interface Deviation {
  readonly name: string;
  /** The violated rule. */
  readonly clause: string;
  /** @param request path and body of the request */
  readonly alter: (answer: Altered, request: { readonly path: string; readonly body: string }) => void;
}

const isPayin = ({ data }: Altered['body']) => data !== undefined && 'netAmount' in data;
const isPayout = ({ data }: Altered['body']) => data !== undefined && 'totalDebit' in data;
const isLink = ({ data }: Altered['body']) => data !== undefined && 'link_code' in data;
const isWallet = ({ data }: Altered['body']) => data !== undefined && 'frozen' in data;

/** Creates a deviation that changes the responses of one kind. */
function of(
  is: (body: Altered['body']) => boolean,
  name: string,
  clause: string,
  change: (data: Altered['body']) => void,
): Deviation {
  return {
    name,
    clause,
    alter: ({ body }) => {
      if (is(body)) change(body['data']);
    },
  };
}

/** Creates a deviation that changes the responses with this error code. */
function rejecting(code: string, name: string, clause: string, change: (answer: Altered) => void): Deviation {
  return {
    name,
    clause,
    alter: (answer) => {
      if (answer.body['error'] === code) change(answer);
    },
  };
}

/** Creates a deviation that accepts a request instead of rejecting it with this code. */
function taking(code: string, data: object): Deviation {
  return rejecting(code, `${code} is not refused`, `spec:errors.${code}`, (answer) => {
    answer.status = 200;
    answer.body = { code: 200, success: true, message: 'Success', data };
  });
}

const plus = (amount: string, paise: number) => (Number(amount) + paise / 100).toFixed(2);

/** Deviations that the judge must report, each under its rule. */
export const deviations: readonly Deviation[] = [
  of(isPayin, 'the fee is 10 %', 'spec:payin.fee', (data) => {
    data['fee'] = (Number(data['amount']) * 0.1).toFixed(2);
  }),
  of(isPayin, 'netAmount is a paisa too much', 'spec:payin.fee', (data) => {
    data['netAmount'] = plus(data['netAmount'], 1);
  }),
  of(isPayin, 'amounts are numbers', 'spec:conventions.amounts', (data) => {
    data['amount'] = Number(data['amount']);
  }),
  of(isPayin, 'amounts have one decimal', 'spec:conventions.amounts', (data) => {
    data['fee'] = data['fee'].slice(0, -1);
  }),
  of(isPayin, 'times are in UTC', 'spec:conventions.times', (data) => {
    data['createdAt'] = '2026-11-20T09:34:05Z';
  }),
  of(isPayin, 'times have milliseconds', 'reading:money.seconds', (data) => {
    data['expiresAt'] = data['expiresAt'].replace('+', '.000+');
  }),
  of(isPayin, 'netAmount is called net_amount', 'spec:payin.fields', (data) => {
    data['net_amount'] = data['netAmount'];
    delete data['netAmount'];
  }),
  of(isPayin, 'paidAmount is given before it is paid', 'spec:payin.fields', (data) => {
    if (data['status'] === 'pending') data['paidAmount'] = data['amount'];
  }),
  of(isPayin, 'payUrl differs from pay_url', 'spec:payin.pay-url', (data) => {
    data['payUrl'] = `${data['pay_url']}x`;
  }),
  of(isPayin, 'extra is not echoed', 'spec:payin.extra', (data) => {
    data['extra'] = '';
  }),
  of(isPayin, 'it expires when it is made', 'spec:payin.expires-at', (data) => {
    data['expiresAt'] = data['createdAt'];
  }),
  of(isPayin, 'orders in INR have a network', 'spec:payin.usdt-fields', (data) => {
    data['network'] = 'TRC20';
  }),
  of(isPayin, 'usdtAmount is rounded down', 'reading:money.usdt-up', (data) => {
    if (data['usdtAmount'] !== undefined)
      data['usdtAmount'] = (Number(data['usdtAmount']) - 0.000001).toFixed(6);
  }),
  of(isPayin, 'a new order is processing', 'spec:payin.fields', (data) => {
    data['status'] = 'processing';
  }),
  of(isPayin, 'a new order is expired', 'spec:states.payin.pending', (data) => {
    if (data['status'] === 'pending') data['status'] = 'expired';
  }),
  of(isPayin, 'duplicate is never returned', 'spec:payin.idempotent', (data) => {
    delete data['duplicate'];
  }),
  of(isPayin, 'a repeat is a new order', 'spec:payin.idempotent', (data) => {
    if (data['duplicate'] === true) data['orderNo'] = 'PI9';
  }),
  of(isPayin, 'the query returns no type', 'spec:query.payin', (data) => {
    delete data['type'];
  }),
  of(isPayin, 'the query returns another order', 'spec:query.either-number', (data) => {
    if ('type' in data) data['mchOrderNo'] = 'OTHER-1';
  }),
  of(isPayin, 'a paid order is pending again', 'spec:states.payin.success', (data) => {
    if (data['status'] === 'success' && ++asked % 2 === 0)
      Object.assign(data, { status: 'pending', paidAmount: null, paidAt: null, utr: null });
  }),
  of(isPayout, 'the fee has no 10.00', 'spec:payout.fee', (data) => {
    data['fee'] = plus(data['fee'], -1_000);
  }),
  of(isPayout, 'totalDebit is the amount', 'spec:payout.fee', (data) => {
    data['totalDebit'] = data['amount'];
  }),
  of(isPayout, 'orderNo does not begin with WD', 'spec:payout.order-no', (data) => {
    data['orderNo'] = data['orderNo'].slice(2);
  }),
  of(isPayout, 'payType is missing', 'spec:payout.fields', (data) => {
    delete data['payType'];
  }),
  of(isPayout, 'payType is always bank', 'spec:payout.detection', (data) => {
    data['payType'] = 'bank';
  }),
  of(isPayout, 'a payout expires', 'spec:payout.fields', (data) => {
    data['status'] = 'expired';
  }),
  of(isPayout, 'a new payout is processing', 'spec:states.payout', (data) => {
    if (!('type' in data)) data['status'] = 'processing';
  }),
  of(isPayout, 'a repeat has another fee', 'spec:payout.idempotent', (data) => {
    if (data['duplicate'] === true) data['totalDebit'] = plus(data['totalDebit'], 1);
  }),
  of(isWallet, 'available is not the balance', 'spec:balance.fields', (data) => {
    data['available'] = '0.00';
  }),
  of(isWallet, 'total is only the balance', 'spec:balance.fields', (data) => {
    data['total'] = data['balance'];
  }),
  of(isLink, 'link_code is called linkCode', 'spec:v1.fields', (data) => {
    data['linkCode'] = data['link_code'];
    delete data['link_code'];
  }),
  of(isLink, 'the amount of a link is returned as sent', 'reading:v1.amount', (data) => {
    if ('expires_at' in data) data['amount'] = '500.5';
  }),
  of(isLink, 'a repeat of client_ref is a new link', 'spec:v1.idempotent', (data) => {
    if ('expires_at' in data) data['link_code'] = `L${++asked}`;
  }),
  {
    name: 'the message of a success is OK',
    clause: 'spec:conventions.envelope',
    alter: ({ body }) => {
      if (body['success'] === true) body['message'] = 'OK';
    },
  },
  rejecting('order_not_found', 'an error is 200', 'spec:conventions.envelope', (answer) => {
    answer.status = 200;
  }),
  rejecting(
    'order_not_found',
    'code is not the HTTP status',
    'spec:conventions.envelope-error',
    ({ body }) => {
      body['code'] = 400;
    },
  ),
  rejecting('order_not_found', 'a failure has data', 'spec:conventions.envelope-error', ({ body }) => {
    body['data'] = {};
  }),
  rejecting('order_not_found', 'the status differs from the table', 'spec:errors.table', (answer) => {
    answer.status = 422;
    answer.body['code'] = 422;
  }),
  rejecting('order_not_found', 'the code is not in the table', 'spec:errors.table', ({ body }) => {
    body['error'] = 'no_such_order';
  }),
  rejecting('use_post', 'a 405 has no Allow', 'reading:order.1', ({ headers }) => headers.delete('allow')),
  rejecting('rate_limited', 'a 429 has no Retry-After', 'spec:errors.rate_limited', ({ headers }) =>
    headers.delete('retry-after'),
  ),
  rejecting('rate_limited', 'Retry-After is a date', 'spec:errors.rate_limited', ({ headers }) =>
    headers.set('retry-after', 'Fri, 20 Nov 2026 09:34:05 GMT'),
  ),
  rejecting(
    'duplicate_order',
    'a repeat with another amount is accepted',
    'spec:payin.conflict',
    (answer) => {
      answer.status = 200;
      answer.body = {
        code: 200,
        success: true,
        message: 'Success',
        data: { orderNo: 'PI1', amount: '600.00', netAmount: '534.00' },
      };
    },
  ),
  taking('invalid_amount', {}),
  taking('invalid_signature', {}),
  taking('wrong_key_type', {}),
  taking('ifsc_invalid', {}),
  rejecting('missing_param', 'the checks run in another order', 'reading:order.10', ({ body }) => {
    body['error'] = 'amount_range';
  }),
  {
    name: 'any page may read the responses',
    clause: 'spec:auth.server-only',
    alter: ({ headers }) => headers.set('access-control-allow-origin', '*'),
  },
  {
    name: 'the content type of the responses is HTML',
    clause: 'spec:conventions.envelope',
    alter: ({ headers }) => headers.set('content-type', 'text/html'),
  },
];

/** Number of requests so far, for deviations that affect only some requests. */
let asked = 0;

/** A gateway with one deviation. */
export function deviating(send: Send, { alter }: Pick<Deviation, 'alter'>): Send {
  return async (path, init) => {
    const response = await send(path, init);
    const text = await response.text();
    if (!/^\/v[13]\//.test(path) || !text.startsWith('{')) return new Response(text, response);
    const answer: Altered = {
      status: response.status,
      headers: new Headers(response.headers),
      body: JSON.parse(text),
    };
    alter(answer, { path, body: typeof init?.body === 'string' ? init.body : '' });
    answer.headers.delete('content-length');
    return new Response(JSON.stringify(answer.body), answer);
  };
}

/** Serves the gateway on a socket until the end of the test. */
export async function serving(send: Send): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = 'GET', url = '/' } = request;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const headers = Object.entries(request.headersDistinct)
        .filter(
          ([name]) => !/^(?:connection|keep-alive|transfer-encoding|expect|host|content-length)$/.test(name),
        )
        .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]));
      const answer = await send(url, { method, headers, ...(hasBody && { body: Buffer.concat(chunks) }) });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
