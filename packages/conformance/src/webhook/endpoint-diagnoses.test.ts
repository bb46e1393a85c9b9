import { verifySignature } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { credentials, Endpoint, type Mistake, result } from '../../test/endpoint.ts';
import type { Sender } from '../delivery/sender.ts';
import type { CheckReport } from '../findings/report.ts';
import { byCost, runCases } from './check-webhook.ts';
import { type CheckWebhookOptions, setupOf } from './options.ts';

async function findings(send: Sender, options: Partial<CheckWebhookOptions> = {}) {
  const given = { ...credentials, creditMs: 0, ...options };
  const setup = setupOf('http://shop.example/callbacks', given);
  const checks: CheckReport['checks'][number][] = [];
  for await (const { check } of runCases({ ...setup, send })) if (check !== null) checks.push(check);
  return byCost(checks).filter(({ status }) => status === 'fail' || status === 'warn');
}

const mistake = (step: Mistake['step'], format: Mistake['format'] = 'json'): Mistake => ({
  ...{ step, format, kind: 'payin' },
});

describe('the order of the findings [contract:check-webhook.cost]', () => {
  it('a credited forgery comes first, although the endpoint also rejects genuine callbacks', async () => {
    const { send, options } = new Endpoint(['payin', 'payout'], mistake('verify the signature', 'form'));
    const strict: Sender = async (delivery, signal) =>
      delivery.body.includes('%D9') || /"extra":"[^"]*\+|OTHER9|"status":"failed"/.test(delivery.body)
        ? result(422, 'no')
        : send(delivery, signal);
    const found = await findings(strict, options);
    expect(found[0]).toMatchObject({
      id: 'unsigned',
      status: 'fail',
      cost: 'a forged callback is credited',
      message: expect.stringContaining('(as a form)'),
    });
    const costs = found.map(({ cost }) => cost);
    expect(costs.indexOf('a genuine callback is rejected')).toBeGreaterThan(
      costs.lastIndexOf('a forged callback is credited'),
    );
    for (const { fix } of found) expect(fix).toMatch(/\.$/);
  });
});

describe('a race of simultaneous callbacks [contract:check-webhook.repeats]', () => {
  it('the check repeats the ten callbacks, because an endpoint can win the race by chance', async () => {
    const endpoints = [new Endpoint(['payin']), new Endpoint(['payin'], mistake('claim before the credit'))];
    const orders: string[] = [];
    // The race succeeds for one order in three, as on a quick machine.
    const of = (order: string) => endpoints[orders.indexOf(order) % 3 === 0 ? 1 : 0] ?? new Endpoint([]);
    const found = await findings(
      (delivery, signal) => of(/CHECK-\w+-\d+/.exec(delivery.body)?.[0] ?? '').send(delivery, signal),
      {
        ...{ kinds: ['payin'], cases: ['at-once'] },
        createOrder: (wanted) => {
          orders.push(wanted.mchOrderNo);
          for (const endpoint of endpoints) endpoint.createOrder(wanted);
          return undefined;
        },
        probe: (order) => of(order).probe(order),
      },
    );
    expect(found).toMatchObject([{ id: 'at-once', cost: 'an order is credited twice' }]);
  });
});

describe('a rate limiter in front of a correct endpoint [contract:check-webhook.limiter]', () => {
  /** Allows a burst of 20 callbacks, then rejects one, and the bucket is full again. */
  function limited(send: Sender, retryAfter: string): Sender {
    let tokens = 20;
    return async (delivery, signal) => {
      tokens -= 1;
      if (tokens >= 0) return send(delivery, signal);
      tokens = 20;
      return { ...result(429, 'too many requests'), headers: [['Retry-After', retryAfter]] };
    };
  }

  it('the check waits for a rate limiter and reports no finding', async () => {
    const { send, options } = new Endpoint(['payin', 'payout', 'link']);
    const found = await findings(limited(send, '0'), { ...options, kinds: ['payin', 'payout', 'link'] });
    expect(found).toEqual([]);
  });

  it('the check skips a case if the rate limiter rejects every attempt, and reports no missing credit', async () => {
    const { send, options } = new Endpoint(['payin']);
    const retryAfter = [['retry-after', '0']] as const;
    let isLimited = false;
    const stuck: Sender = async (delivery, signal) => {
      isLimited ||= /नीली/.test(delivery.body);
      return isLimited ? { ...result(429, 'slow down'), headers: retryAfter } : send(delivery, signal);
    };
    const found = await findings(stuck, { ...options, kinds: ['payin'] });
    expect(found).toEqual([]);
  });
});

describe('a diagnosis [contract:check-webhook.diagnosis]', () => {
  it('an endpoint that reads only forms fails if the gateway sends JSON to its merchant', async () => {
    const cases = ['payin-json', 'payin-form'];
    const send: Sender = async ({ format }) =>
      format === 'json' ? result(400, 'unreadable') : result(200, 'success');
    expect(await findings(send, { cases, callbackFormat: 'json' })).toMatchObject([
      {
        id: 'payin-json',
        status: 'fail',
        message: 'the endpoint accepts a form, not JSON, but the gateway sends JSON to this merchant',
        fix: expect.stringContaining('inrgate mock test-callback'),
      },
    ]);
    for (const callbackFormat of ['form', undefined] as const) {
      expect(await findings(send, { cases, callbackFormat })).toEqual([]);
    }
  });

  /** An endpoint that accepts any order and verifies every callback with the same key. */
  const verifyingWith =
    (key: string, status = 401): Sender =>
    async ({ body }) => {
      const texts = Object.entries(JSON.parse(body)).map(([name, value]) => [name, String(value)] as const);
      const fields = Object.fromEntries(texts);
      return verifySignature(fields, key, fields['sign'] ?? '')
        ? result(200, 'success')
        : result(status, 'no');
    };

  it('an endpoint that verifies payouts with the key for pay-ins is told the right key, not an unknown order', async () => {
    const send = verifyingWith(credentials.mchKey);
    expect(await findings(send, { cases: ['payin-json', 'payout-json'] })).toMatchObject([
      {
        id: 'payout-json',
        message: expect.stringMatching(/status 401.*the endpoint verifies payouts with the wrong key/),
        fix: 'Verify payouts with mchSecret, the API Secret.',
      },
    ]);
  });

  it('if pay-ins pass and payouts fail, the key comes before an unknown order', async () => {
    const send: Sender = async ({ body }) =>
      body.includes('totalDebit') ? result(401, 'no') : result(200, 'success');
    const [found] = await findings(send, { cases: ['payin-json', 'payout-json'] });
    expect(found?.fix).toMatch(/^Verify payouts with mchSecret, the API Secret\. .*--create-order-command/);
  });

  it('an endpoint that responds with SUCCESS is told the spelling, and not to create orders', async () => {
    const [found] = await findings(async () => result(200, 'SUCCESS'), { cases: ['payin-json'] });
    expect(found).toMatchObject({ message: expect.stringContaining('in lower case') });
    expect(found?.fix).not.toContain('--create-order');
  });
});
