import { masking } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { aMessage, aRequest, arrived } from './a-request.contract.ts';
import { newRecord, type RequestRecord, recordBody, recordResponse } from './record.ts';
import { maskedExchange, maskedSignature } from './shown-request.ts';

const masked = masking(['key-of-m1']);

/** A record of these messages, as the log stores it. */
function recorded({ query = '', sent, received }: { query?: string; sent: Uint8Array; received: string }) {
  const record = newRecord({ ...arrived, query }, 0);
  recordBody(record, sent);
  recordResponse(record, { status: 200, headers: {}, body: received });
  return { ...record, parameters: new Map<string, string>() };
}

function shown(
  body: string,
  parameters: Readonly<Record<string, string>> | null,
  fields: Partial<RequestRecord> = {},
) {
  const record = aRequest({
    path: '/v3/payout',
    parameters: parameters === null ? null : new Map(Object.entries(parameters)),
    request: aMessage(body),
    response: aMessage('{"ok":true}'),
    ...fields,
  });
  return maskedExchange(record, masked);
}

describe('shown request and response [contract:control.keys-masked]', () => {
  it('a log entry shows the request and the response', () => {
    const { request, response } = shown(
      '',
      { amount: '500.00' },
      {
        request: aMessage('{"amount":"500.00"}', [['X-A', 'b']]),
      },
    );
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
      const { request } = shown(body, { accountNumber: '123456789', upiId: 'x' });
      // Even a parameter that is not in this body must be masked.
      expect([expected, '']).toContain(request.body);
      expect(shown(body, {}).request.body).toBe(expected);
    },
  );

  it('a log entry shows no part of a key where a query or a body was cut', () => {
    const key = 'K'.repeat(100);
    const hidden = masking([key]);
    const post = (query: string, text: string) => {
      const record = recorded({ query, sent: Buffer.from(text), received: text });
      return JSON.stringify(maskedExchange(record, hidden));
    };
    expect(post('x'.repeat(8_700) + key, '')).not.toContain('K');
    expect(post('', 'अ'.repeat(2_900) + key)).not.toContain('K');
    expect(post('', `api_key=${'x'.repeat(8_700)}&${key}`)).not.toContain('K');
    expect(post(`a=${key}`, `x${key}`)).toMatch(/a=\*\*\*".*"body":"x\*\*\*"/);
  });

  it('a log entry masks a key in a body as JSON and in a query as a form', () => {
    const key = 'k/e"y é+1';
    const record = aRequest({
      request: aMessage(JSON.stringify({ extra: key })),
      query: new URLSearchParams({ extra: key }).toString(),
    });
    const { request } = maskedExchange(record, masking([key]));
    expect(request).toMatchObject({ line: 'POST /v3/payin?extra=***', body: '{"extra":"***"}' });
  });

  it('a log entry masks account numbers, UPI IDs and wallet addresses anywhere in an unreadable body [contract:control.personal-data]', () => {
    const body = '{"x":["123456789012","asha@bank","TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],"accountName":"A';
    expect(shown(body, null).request.body).toBe('{"x":["***","***","***"],"accountName":"***"');
  });

  it('a log entry masks the keys in headers, path and query', () => {
    const headers = [
      ['X-Api-Key', 'whatever'],
      ['Authorization', 'Bearer t'],
      ['X-Other', 'a key-of-m1'],
    ] as const;
    const { request } = shown(
      '',
      {},
      {
        request: aMessage('', headers),
        query: 'api_key=abc&link_code=L1',
      },
    );
    expect(request.headers.map(({ value }) => value)).toEqual(['***', '***', 'a ***']);
    expect(request.line).toBe('POST /v3/payout?api_key=***&link_code=L1');
  });

  it('a log entry shows no part of a key where a body was cut', () => {
    const body = `${'x'.repeat(8_188)}key-of-m1 and more`;
    const record = recorded({ sent: Buffer.from(body), received: body });
    const { request, response } = maskedExchange(record, masked);
    expect([request.body, response.body]).toEqual([`${'x'.repeat(8_188)}*** `, `${'x'.repeat(8_188)}*** `]);
  });

  it('a log entry of a large body contains only its beginning and marks the cut', () => {
    const sent = new Uint8Array(60_000).fill(120);
    const record = recorded({ sent, received: 'y'.repeat(60_000) });
    expect(record.request.body.length).toBeLessThan(9_000);
    const { request, response } = maskedExchange(record, masked);
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
    expect(maskedSignature({ parameters, signedWith: 'mchSecret' }, masked)).toEqual({
      canonical: 'amount=5.00&extra=***&upiId=***&key=<key>',
      received: 'ABC',
      key: 'mchSecret',
    });
  });

  it('a log entry without a signature contains no base string', () => {
    expect(maskedSignature({ parameters: new Map([['a', 'b']]), signedWith: null }, masked)).toBeNull();
    expect(maskedSignature({ parameters: null, signedWith: null }, masked)).toBeNull();
  });
});
