import { payinCreated, wallet } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { v3Calls } from '../v3-calls.ts';
import { expectRejection, expectSuccess } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

/** spec: Limits, request rate and lock; reading:order.4 and reading:order.7. The limits use only the gateway's clock. */
export function rateAndLockContract(open: Open): void {
  describe('request rate', () => requestRate(gatewayPerTest(open)));
  describe('signature lock', () => signatureLock(gatewayPerTest(open)));
}

function expectWait(answer: Answer, error: string, seconds: number): void {
  expectRejection(answer, 429, error);
  expect(answer.headers.get('retry-after')).toBe(String(seconds));
}

async function times(count: number, call: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let made = 0; made < count; made++) answers.push(await call());
  return answers;
}

function requestRate(at: Site): void {
  it('the rate limit admits 120 calls in 60 seconds and returns the waiting time [spec:limits.rate] [spec:errors.rate_limited] [reading:order.7]', async () => {
    const { caller, gateway } = at;
    for (const answer of await times(120, () => caller.balance())) expect(answer.status).toBe(200);
    expectWait(await caller.balance(), 'rate_limited', 60);
    await gateway.clock.advance('59s');
    expectWait(await caller.balance(), 'rate_limited', 1);
    await gateway.clock.advance('1s');
    expectSuccess(await caller.balance(), wallet);
  });

  it('the rate limit applies to every window of 60 seconds, not to calendar minutes [spec:limits.rate]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 3 });
    await caller.balance();
    await gateway.clock.advance('20s');
    await times(2, () => caller.balance());
    expectWait(await caller.balance(), 'rate_limited', 40);
    await gateway.clock.advance('39s');
    expectWait(await caller.balance(), 'rate_limited', 1);
    await gateway.clock.advance('1s');
    expect((await caller.balance()).status).toBe(200);
    expectWait(await caller.balance(), 'rate_limited', 20);
  });

  it('the rate limit returns a sufficient waiting time, rounded up to whole seconds [spec:errors.rate_limited] [reading:order.7]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 1 });
    await caller.balance();
    await gateway.clock.freeze({ at: '2026-11-20T15:04:05.001+05:30' });
    expectWait(await caller.balance(), 'rate_limited', 60);
    await gateway.clock.freeze({ at: '2026-11-20T15:05:04.999+05:30' });
    expectWait(await caller.balance(), 'rate_limited', 1);
    await gateway.clock.advance('1s');
    expectSuccess(await caller.balance(), wallet);
  });

  it('the rate limit counts all endpoints together, with and without the suffix .php [spec:limits.rate]', async () => {
    const { caller, gateway } = at;
    const names = v3Calls.map(({ name }) => name);
    await gateway.settings.update({ rateLimitPerMinute: 2 * names.length });
    for (const name of names.flatMap((name) => [name, `${name}.php`])) {
      expect((await caller.v3(name, {})).error).not.toBe('rate_limited');
    }
    for (const name of names) expectWait(await caller.v3(name, {}), 'rate_limited', 60);
  });

  it('the rate limit counts each merchant separately by the merchant ID in the request [spec:limits.rate] [reading:order.7]', async () => {
    const { caller, gateway } = at;
    const other = await anotherMerchant(at);
    await gateway.settings.update({ rateLimitPerMinute: 2, signatureLock: { failures: 100 } });
    const forged = () => caller.raw('/v3/payin', { mchId: 'NOBODY', sign: 'A'.repeat(32) });
    await times(2, forged);
    expectWait(await forged(), 'rate_limited', 60);
    await times(2, () => caller.balance());
    expectWait(await caller.balance(), 'rate_limited', 60);
    expectSuccess(await other.balance(), wallet);
  });

  it('the rate limit counts calls with `merchant_id` together with calls with `mchId` [reading:order.7]', async () => {
    await at.gateway.settings.update({ rateLimitPerMinute: 1 });
    await at.caller.balance();
    const answer = await at.caller.exactly('check-gateway-balance', { merchant_id: 'DEMO1001' });
    expectWait(answer, 'rate_limited', 60);
  });

  it('the rate limit counts every call that reaches the rate check, whatever its response [reading:order.7]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 4 });
    const notCounted = [
      () => caller.raw('/v3/payin', { mchId: 'DEMO1001' }),
      () => caller.raw('/v3/payin', { sign: 'A'.repeat(32) }),
      () => caller.bytes('/v3/payin', '{', { 'content-type': 'application/json' }),
      () => caller.get('/v3/payin'),
      () => caller.v3('nothing', {}),
    ];
    for (const call of notCounted) expect((await call()).status).not.toBe(429);
    expectRejection(
      await caller.raw('/v3/payin', { mchId: 'DEMO1001', sign: 'A'.repeat(32) }),
      401,
      'invalid_signature',
    );
    expectRejection(await caller.v3('payin', {}, { key: 'mchSecret' }), 401, 'wrong_key_type');
    expectRejection(await caller.v3('payin', {}), 422, 'missing_param');
    expectRejection(await caller.query({ mchOrderNo: 'NONE' }), 404, 'order_not_found');
    expectWait(await caller.balance(), 'rate_limited', 60);
  });

  it('the rate limit does not apply to v1 [reading:v1.no-rate]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 1 });
    for (const { status } of await times(5, () => caller.createLink({ amount: '500' })))
      expect(status).toBe(200);
    expectSuccess(await caller.balance(), wallet);
    expectWait(await caller.balance(), 'rate_limited', 60);
    expect((await caller.createLink({ amount: '500' })).status).toBe(200);
  });

  it('the rate limit can be switched off [contract:control.limits-off]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 1 });
    expectSuccess(await caller.balance(), wallet);
    await gateway.settings.update({ rateLimitPerMinute: null });
    for (const answer of await times(150, () => caller.balance())) expect(answer.status).toBe(200);
    await gateway.settings.update({ rateLimitPerMinute: 1 });
    expectWait(await caller.balance(), 'rate_limited', 60);
  });

  it('the rate limit rejects a call before the call has an effect [spec:errors.rate_limited]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ rateLimitPerMinute: 1 });
    await caller.balance();
    expectWait(await caller.payin(), 'rate_limited', 60);
    expect((await gateway.payins.list()).items).toEqual([]);
    await gateway.clock.advance('1m');
    expect(expectSuccess(await caller.payin(), payinCreated).duplicate).toBeUndefined();
  });
}

function signatureLock(at: Site): void {
  const wrong = () => at.caller.raw('/v3/payin', { mchId: 'DEMO1001', sign: 'A'.repeat(32) });

  it('the signature lock locks the IP address for 15 minutes after 10 wrong signatures [spec:limits.lock] [spec:errors.too_many_failures] [reading:order.4]', async () => {
    const { caller, gateway } = at;
    for (const answer of await times(10, wrong)) expectRejection(answer, 401, 'invalid_signature');
    expectWait(await caller.balance(), 'too_many_failures', 900);
    await gateway.clock.advance('14m59s');
    expectWait(await caller.balance(), 'too_many_failures', 1);
    await gateway.clock.advance('1s');
    expectSuccess(await caller.balance(), wallet);
  });

  it('the signature lock rejects every v3 caller at the locked IP address [spec:limits.lock] [reading:order.4]', async () => {
    const { caller } = at;
    const other = await anotherMerchant(at);
    await times(10, wrong);
    expectWait(await other.balance(), 'too_many_failures', 900);
    const unreadable = await caller.bytes('/v3/payin', '{', { 'content-type': 'text/plain' });
    expectWait(unreadable, 'too_many_failures', 900);
    expect((await caller.createLink({ amount: '500' })).status).toBe(200);
  });

  it('the signature lock counts wrong signatures and unknown merchants, but no wrong key types [spec:limits.lock]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ signatureLock: { failures: 2 } });
    for (let call = 0; call < 5; call++) {
      expectRejection(await caller.payin({}, { key: 'mchSecret' }), 401, 'wrong_key_type');
      expectRejection(await caller.raw('/v3/payin', {}), 400, 'invalid_request');
      expectRejection(await caller.v3('payin', {}), 422, 'missing_param');
    }
    expectRejection(
      await caller.raw('/v3/payin', { mchId: 'NOBODY', sign: 'A'.repeat(32) }),
      401,
      'invalid_signature',
    );
    expectSuccess(await caller.balance(), wallet);
    expectRejection(
      await caller.raw('/v3/payout', { mchId: 'DEMO1001', sign: 'a'.repeat(32) }),
      401,
      'invalid_signature',
    );
    expectWait(await caller.balance(), 'too_many_failures', 900);
  });

  it('the signature lock counts failures even if correct signatures occur between the failures [spec:limits.lock] [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await wrong();
    await gateway.clock.advance('9m59s');
    await times(8, wrong);
    expectSuccess(await caller.balance(), wallet);
    await wrong();
    expectWait(await caller.balance(), 'too_many_failures', 900);
  });

  it('the signature lock ignores a failure after 10 minutes [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await wrong();
    await gateway.clock.advance('10m');
    await times(9, wrong);
    expectSuccess(await caller.balance(), wallet);
    await wrong();
    expectWait(await caller.balance(), 'too_many_failures', 900);
  });

  it('the failure count restarts at zero after a signature lock [spec:limits.lock] [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await times(10, wrong);
    await gateway.clock.advance('10m');
    for (const answer of await times(20, wrong)) expectWait(answer, 'too_many_failures', 300);
    await gateway.clock.advance('5m');
    for (const answer of await times(9, wrong)) expectRejection(answer, 401, 'invalid_signature');
    expectSuccess(await caller.balance(), wallet);
  });

  it('the signature lock deletes the failures that caused it, even within a long window [spec:limits.lock] [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ signatureLock: { failures: 2, windowSeconds: 600, lockSeconds: 60 } });
    await times(2, wrong);
    await gateway.clock.advance('60s');
    await wrong();
    expectSuccess(await caller.balance(), wallet);
  });

  it('the signature lock returns a sufficient waiting time, rounded up to whole seconds [spec:errors.too_many_failures] [spec:limits.lock] [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ signatureLock: { failures: 1, lockSeconds: 60 } });
    await wrong();
    await gateway.clock.freeze({ at: '2026-11-20T15:04:05.001+05:30' });
    expectWait(await caller.balance(), 'too_many_failures', 60);
    await gateway.clock.freeze({ at: '2026-11-20T15:05:04.999+05:30' });
    expectWait(await caller.balance(), 'too_many_failures', 1);
    await gateway.clock.advance('1s');
    expectSuccess(await caller.balance(), wallet);
  });

  it('the signature lock can be switched off [contract:control.limits-off]', async () => {
    const { caller, gateway } = at;
    await times(10, wrong);
    expectWait(await caller.balance(), 'too_many_failures', 900);
    await gateway.settings.update({ signatureLock: null });
    for (const answer of await times(30, wrong)) expectRejection(answer, 401, 'invalid_signature');
    expectSuccess(await caller.balance(), wallet);
    await gateway.clock.advance('15m');
    await gateway.settings.update({ signatureLock: {} });
    expectSuccess(await caller.balance(), wallet);
  });

  it('the signature lock uses the limits of the settings [reading:order.4]', async () => {
    const { caller, gateway } = at;
    await gateway.settings.update({ signatureLock: { failures: 1, windowSeconds: 60, lockSeconds: 7 } });
    await wrong();
    expectWait(await caller.balance(), 'too_many_failures', 7);
  });
}
