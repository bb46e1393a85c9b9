import { payinCreated, v1Failure, v3Failure } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/any-text.ts';
import type { Answer } from '../client.ts';
import { bodies, contentTypes, formBodies, paths } from '../hostile/bodies.ts';
import { booksOf, expectApiAnswer, expectSuccess } from './expect.ts';
import { gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

/** contract: invalid input never causes a 500, a stack trace, HTML or a changed balance. */
export function fuzzContract(open: Open, runs: number): void {
  describe('random requests', () => {
    const at = gatewayPerTest(open, {
      settings: { rateLimitPerMinute: 1_000_000, signatureLock: { failures: 1_000_000 } },
    });
    anything(at, runs);
    signed(at, runs);
  });
}

function anything(at: Site, runs: number): void {
  it('the gateway returns an API response to a random request without changing data', async () => {
    const before = await booksOf(at.gateway);
    await fc.assert(
      fc.asyncProperty(paths, contentTypes, bodies, async (path, contentType, body) => {
        const headers = { 'content-type': contentType };
        const answer = await at.caller.bytes(path, body, headers);
        expectRejected(answer, path);
      }),
      { numRuns: runs },
    );
    expect(await booksOf(at.gateway)).toEqual(before);
  });

  it('the gateway returns an API response to a random link query without changing data', async () => {
    const before = await booksOf(at.gateway);
    await fc.assert(
      fc.asyncProperty(fc.oneof(formBodies, fc.string({ maxLength: 100 })), async (query) => {
        expectRejected(await at.caller.get(`/v1/link-status.php?${query.replaceAll('#', '%23')}`), '/v1');
      }),
      { numRuns: runs },
    );
    expect(await booksOf(at.gateway)).toEqual(before);
  });
}

function expectRejected(answer: Answer, path: string): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expectApiAnswer(answer);
  (path.startsWith('/v3') ? v3Failure : v1Failure).parse(JSON.parse(answer.text));
}

/** Strings for each parameter that are nearly valid. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    '500.00',
    '200',
    '1e3',
    'usdt',
    'INRUPI',
    'upi',
    'https://a.example/',
    'asha@okaxis',
    'A-1',
    '0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }).filter((text) => text.isWellFormed()),
);

const optional = { requiredKeys: [] };
const payins = fc.record(
  {
    mchOrderNo: texts,
    amount: texts,
    tradeType: texts,
    notifyUrl: texts,
    returnUrl: texts,
    extra: texts,
    other: texts,
  },
  optional,
);
const payouts = fc.record(
  {
    mchOrderNo: texts,
    amount: texts,
    payType: texts,
    bankCode: texts,
    accountName: texts,
    accountNumber: texts,
    ifsc: texts,
    upiId: texts,
    usdtAddress: texts,
  },
  optional,
);

function signed(at: Site, runs: number): void {
  const known = [200, 400, 404, 409, 422];

  it.each([
    ['payin', payins],
    ['payout', payouts],
    ['check-order-status', payins],
  ] as const)(
    'the gateway returns an API response to a random signed request at %s and keeps the ledger balanced',
    async (name, params) => {
      await fc.assert(
        fc.asyncProperty(
          params as fc.Arbitrary<Record<string, string>>,
          fc.boolean(),
          async (fields, form) => {
            const answer = await at.caller.v3(name, fields, { form });
            expect(known).toContain(answer.status);
            expectApiAnswer(answer);
            if (answer.status !== 200) v3Failure.parse(JSON.parse(answer.text));
          },
        ),
        { numRuns: runs },
      );
      expect(await at.gateway.ledger.check()).toMatchObject({ balanced: true });
    },
  );

  it('the gateway returns a random value of `extra` unchanged', async () => {
    const extras = fc.string({ unit: anyCharacter, maxLength: 255 }).filter((text) => text.isWellFormed());
    let number = 0;
    await fc.assert(
      fc.asyncProperty(extras, fc.boolean(), async (extra, form) => {
        const mchOrderNo = `E-${number++}`;
        const answer = await at.caller.payin({ mchOrderNo, extra }, { form });
        expect(expectSuccess(answer, payinCreated).extra).toBe(extra);
      }),
      { numRuns: runs },
    );
  });

  it('the gateway rejects a request after any one of its characters is changed', async () => {
    const params = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', extra: 'blue shirt' };
    const signature = sign(params, 'demo-mch-key');
    const change = fc.tuple(
      fc.constantFrom('mchOrderNo', 'amount', 'extra', 'sign'),
      fc.nat(30),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([name, at_, character]) => {
        const whole = { ...params, sign: signature } as Record<string, string>;
        const text = whole[name] ?? '';
        const place = at_ % text.length;
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        fc.pre(changed !== text);
        expect((await at.caller.raw('/v3/payin', { ...whole, [name]: changed })).error).toBe(
          'invalid_signature',
        );
      }),
      { numRuns: runs },
    );
    expect((await at.gateway.payins.list()).items).toEqual([]);
  });
}
