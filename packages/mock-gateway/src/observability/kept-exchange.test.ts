import { masking } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../http/core/exchange.ts';
import { type KeptExchange, keepExchange, maskedExchange, maskedSignature } from './kept-exchange.ts';

const masked = masking(['key-of-m1']);

function kept(body: string, fields: Partial<KeptExchange['request']> = {}, query = ''): KeptExchange {
  const response = {
    headers: [['content-type', 'application/json']] as const,
    body: '{"ok":true}',
    cut: false,
    length: 11,
  };
  const request = { headers: [], body, cut: false, length: Buffer.byteLength(body), ...fields };
  return { query, request, response, transportFault: null };
}

const wire = {
  method: 'POST',
  path: '/v3/payin',
  query: '',
  ip: '127.0.0.1',
  header: () => null,
  headers: () => [],
  body: async () => null,
  signal: new AbortController().signal,
};

function shown(exchange: KeptExchange, parameters: Readonly<Record<string, string>> | null) {
  return maskedExchange(exchange, {
    method: 'POST',
    path: '/v3/payout',
    status: 200,
    parameters: parameters === null ? null : new Map(Object.entries(parameters)),
    masked,
  });
}

describe('shown request and response [contract:control.keys-masked]', () => {
  it('a log entry shows the request and the response', () => {
    const { request, response } = shown(kept('{"amount":"500.00"}', { headers: [['X-A', 'b']] }), {
      amount: '500.00',
    });
    expect(request).toEqual({
      line: 'POST /v3/payout',
      headers: [{ name: 'X-A', value: 'b' }],
      body: '{"amount":"500.00"}',
      note: null,
    });
    expect(response).toMatchObject({ line: '200', body: '{"ok":true}' });
  });

  it.each([
    ['{"accountNumber": "123456789", "a":1}', '{"accountNumber": "***", "a":1}'],
    ['{"accountNumber":123456789,"upiId":"a\\"b@c"}', '{"accountNumber":"***","upiId":"***"}'],
    ['accountNumber=123456789&amount=5.00', 'accountNumber=***&amount=5.00'],
    ['amount=5.00&upiId=a%40b', 'amount=5.00&upiId=***'],
    ['{"accountName":"Asha Rao","a":1}', '{"accountName":"***","a":1}'],
    ['accountName=Asha+Rao&a=1', 'accountName=***&a=1'],
  ])(
    'a log entry masks personal data in the string: %s [contract:control.personal-data]',
    (body, expected) => {
      const { request } = shown(kept(body), { accountNumber: '123456789', upiId: 'x' });
      // Even a parameter that is not in this body must be masked.
      expect([expected, '']).toContain(request.body);
      expect(shown(kept(body), {}).request.body).toBe(expected);
    },
  );

  it('a log entry shows no part of a key where a query or a body was cut', () => {
    const key = 'K'.repeat(100);
    const hidden = masking([key]);
    const post = (query: string, text: string) => {
      const body = Buffer.from(text);
      const request = { query, headers: () => [] } as Partial<WireRequest> as WireRequest;
      const exchange = keepExchange(request, body, { status: 200, headers: {}, body: text });
      const context = { method: 'POST', path: '/', status: 200, parameters: new Map(), masked: hidden };
      return JSON.stringify(maskedExchange(exchange, context));
    };
    expect(post('x'.repeat(8_700) + key, '')).not.toContain('K');
    expect(post('', 'अ'.repeat(2_900) + key)).not.toContain('K');
    expect(post('', `api_key=${'x'.repeat(8_700)}&${key}`)).not.toContain('K');
    expect(post(`a=${key}`, `x${key}`)).toMatch(/a=\*\*\*".*"body":"x\*\*\*"/);
  });

  it('a log entry masks a key in a body as JSON and in a query as a form', () => {
    const key = 'k/e"y é+1';
    const { request } = maskedExchange(
      kept(JSON.stringify({ extra: key }), {}, new URLSearchParams({ extra: key }).toString()),
      { method: 'POST', path: '/v3/payin', status: 200, parameters: new Map(), masked: masking([key]) },
    );
    expect(request).toMatchObject({ line: 'POST /v3/payin?extra=***', body: '{"extra":"***"}' });
  });

  it('a log entry masks account numbers, UPI IDs and wallet addresses anywhere in an unreadable body [contract:control.personal-data]', () => {
    const body = '{"x":["123456789012","asha@bank","TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],"accountName":"A';
    expect(shown(kept(body), null).request.body).toBe('{"x":["***","***","***"],"accountName":"***"');
  });

  it('a log entry masks the keys in headers, path and query', () => {
    const headers = [
      ['X-Api-Key', 'whatever'],
      ['Authorization', 'Bearer t'],
      ['X-Other', 'a key-of-m1'],
    ] as const;
    const { request } = shown(kept('', { headers }, 'api_key=abc&link_code=L1'), {});
    expect(request.headers.map(({ value }) => value)).toEqual(['***', '***', 'a ***']);
    expect(request.line).toBe('POST /v3/payout?api_key=***&link_code=L1');
  });

  it('a log entry shows no part of a key where a body was cut', () => {
    const body = `${'x'.repeat(8_188)}key-of-m1 and more`;
    const exchange = keepExchange(wire, Buffer.from(body), { status: 200, headers: {}, body });
    const { request, response } = shown(exchange, {});
    expect([request.body, response.body]).toEqual([`${'x'.repeat(8_188)}*** `, `${'x'.repeat(8_188)}*** `]);
  });

  it('a log entry of a large body contains only its beginning and marks the cut', () => {
    const answer = { status: 200, headers: {}, body: 'y'.repeat(60_000) };
    const exchange = keepExchange(wire, new Uint8Array(60_000).fill(120), answer);
    expect(exchange.request.body.length).toBeLessThan(9_000);
    const { request, response } = shown(exchange, {});
    expect(request.body).toBe('x'.repeat(8_192));
    expect(response.note).toBe('truncated after 8,192 characters');
  });
});

describe('base string in the log', () => {
  it('the base string in the log shows the parameters with masked personal data and keys', () => {
    const parameters = new Map([
      ['sign', 'ABC'],
      ['upiId', 'asha@bank'],
      ['extra', 'key-of-m1'],
      ['amount', '5.00'],
      ['accountName', ''],
    ]);
    expect(maskedSignature(parameters, 'mchSecret', masked)).toEqual({
      canonical: 'amount=5.00&extra=***&upiId=***&key=<key>',
      received: 'ABC',
      key: 'mchSecret',
    });
  });

  it('a log entry without a signature contains no base string', () => {
    expect(maskedSignature(new Map([['a', 'b']]), null, masked)).toBeNull();
    expect(maskedSignature(null, null, masked)).toBeNull();
  });
});
