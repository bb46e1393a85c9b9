import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  allTogether,
  respell,
  respellCallback,
  respelledFetch,
  startRespeller,
  ways,
} from '../../../test/respelled.ts';
import { parseFlat, textParams, verifySignature } from '../src/protocol.ts';
import { signedCallback } from '../src/testing.ts';
import { listen } from './support/server.ts';
import { credentials, payinData, stubFetch } from './support/stub-fetch.ts';

const answer = JSON.stringify({
  code: 200,
  success: true,
  message: 'Success',
  data: { ...payinData, utr: '412345678901' },
});

it.each(ways)('respelling with %s changes the response', (way) => {
  expect(respell(answer, { ways: [way] }).replaceAll(/\s/g, '')).not.toBe(answer.replaceAll(/\s/g, ''));
});

it('respelling can apply all its ways together', () => {
  const written = respell(answer, { ways: allTogether });
  expect(written).toContain('"amount": 500.0,');
  expect(written).toContain('"status": "PENDING"');
  expect(written).toContain('"utr": 412345678901');
  expect(written).toContain('"success": 1');
  expect(written).toContain('"code": "200"');
  expect(written).not.toContain('"paidAt"');
  expect(written.indexOf('"data"')).toBeLessThan(written.indexOf('"success"'));
});

it('respelling can change one field and omit another field', () => {
  const short = ['amounts as short as can be'] as const;
  const written = JSON.parse(respell(answer, { ways: short, only: 'fee', without: ['utr'] })).data;
  expect(written).toMatchObject({ amount: '500.00', fee: '55', netAmount: '445.00' });
  expect(written).not.toHaveProperty('utr');
});

it.each([...ways, 'all together'] as const)(
  'respelling with %s signs a callback in its new spelling',
  (way) => {
    const { body, contentType } = signedCallback('payin', credentials, { test: true, amount: '500.50' });
    const written = respellCallback(body, credentials.mchKey, {
      ways: way === 'all together' ? allTogether : [way],
    });
    expect(written).not.toBe(body);
    const { sign = '', ...params } = Object.fromEntries(textParams(parseFlat(written, contentType)));
    expect(verifySignature(params, credentials.mchKey, sign)).toBe(true);
  },
);

it('a respelling fetch keeps the status and headers and respells the body', async () => {
  const { fetch } = stubFetch(new Response(answer, { status: 409, headers: { 'retry-after': '7' } }));
  const respelled = respelledFetch(fetch, { ways: ['amounts as numbers'] });
  const response = await respelled(new Request('https://gateway.example/v3/payin'));
  expect([response.status, response.headers.get('retry-after')]).toEqual([409, '7']);
  expect(await response.json()).toMatchObject({ data: { amount: 500 } });
});

it('a respelling proxy respells the wire API and passes every other path unchanged', async () => {
  const gateway = createServer((request, response) => {
    const { method, url } = request;
    const about = JSON.stringify({ amount: '500.00', message: `${method} ${url}` });
    request.on('end', () => response.writeHead(201, { 'retry-after': '7' }).end(about)).resume();
  });
  const { origin, close } = await startRespeller(await listen(gateway), {
    ways: ['amounts as numbers'],
  });
  onTestFinished(close);
  const wire = await fetch(`${origin}/v3/payin?x=1`, { method: 'POST', body: '{}' });
  expect([wire.status, wire.headers.get('retry-after')]).toEqual([201, '7']);
  expect(await wire.json()).toEqual({ amount: 500, message: 'POST /v3/payin?x=1' });
  const control = await fetch(`${origin}/_mock/payins`);
  expect(await control.json()).toEqual({ amount: '500.00', message: 'GET /_mock/payins' });
});
