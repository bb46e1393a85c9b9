import { v1Failure, v3Errors } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { booksOf, expectApiAnswer, expectRefusal } from './expect.ts';
import { gatewayPerTest, type Open, type Site } from './gateway-per-test.ts';

/** One way to an error of a table. */
interface Way {
  readonly status: number;
  readonly error: string;
  readonly when: string;
  /** Leads there; the last call is the one that is refused. */
  readonly reach: (at: Site) => Promise<Answer>;
}

type Reach = Way['reach'];

const way = (status: number, error: string, when: string, reach: Reach): Way => ({ status, error, when, reach });

/** Changes the demo merchant first. */
function asMerchant(fields: Parameters<Site['gateway']['merchants']['update']>[1], reach: Reach): Reach {
  return async (at) => {
    await at.gateway.merchants.update('DEMO1001', fields);
    return reach(at);
  };
}

/** Changes the settings first. */
function withSettings(fields: Parameters<Site['gateway']['settings']['update']>[0], reach: Reach): Reach {
  return async (at) => {
    await at.gateway.settings.update(fields);
    return reach(at);
  };
}

/** Makes a call first, that succeeds. */
function after(first: Reach, reach: Reach): Reach {
  return async (at) => {
    expect((await first(at)).status).toBe(200);
    return reach(at);
  };
}

const payin: Reach = ({ caller }) => caller.payin();
const payout: Reach = ({ caller }) => caller.payout();
const balance: Reach = ({ caller }) => caller.balance();
const link: Reach = ({ caller }) => caller.createLink({ amount: '500.00', client_ref: 'REF-1' });
const bank = { upiId: '', bankCode: 'HDFC Bank', accountName: 'A', accountNumber: '123456', ifsc: 'HDFC0001234' };

/** spec: Errors, row by row, with the two codes that the readings add. */
const v3Table: readonly Way[] = [
  way(400, 'invalid_request', 'mchId is missing', ({ caller }) => caller.raw('/v3/payin', { sign: 'A'.repeat(32) })),
  way(400, 'invalid_request', 'sign is missing', ({ caller }) => caller.raw('/v3/payin', { mchId: 'DEMO1001' })),
  way(400, 'invalid_request', 'the body is unreadable', ({ caller }) => caller.bytes('/v3/payin', '{', { 'content-type': 'application/json' })),
  way(401, 'invalid_signature', 'the merchant is unknown', ({ caller }) => caller.payin({ mchId: 'NOBODY' })),
  way(401, 'invalid_signature', 'the signature is wrong', ({ caller }) => caller.raw('/v3/payin', { mchId: 'DEMO1001', sign: 'A'.repeat(32) })),
  way(401, 'wrong_key_type', 'a pay-in is signed with mchSecret', ({ caller }) => caller.payin({}, { key: 'mchSecret' })),
  way(401, 'wrong_key_type', 'a payout is signed with mchKey', ({ caller }) => caller.payout({}, { key: 'mchKey' })),
  way(401, 'wrong_key_type', 'the balance is signed with mchKey', ({ caller }) => caller.v3('check-gateway-balance', {}, { key: 'mchKey' })),
  way(403, 'account_suspended', 'the account is suspended', asMerchant({ suspended: true }, payin)),
  way(403, 'ip_not_allowed', 'the caller is not on the list', asMerchant({ ipAllowList: ['10.0.0.1'] }, balance)),
  way(403, 'ip_whitelist_required', 'there is no list for a payout', asMerchant({ ipAllowList: [] }, payout)),
  way(404, 'not_found', 'the path is unknown', ({ caller }) => caller.v3('nothing', {})),
  way(404, 'order_not_found', 'no pay-in has the number', ({ caller }) => caller.query({ mchOrderNo: 'NONE' })),
  way(404, 'order_not_found', 'no withdrawal has the number', ({ caller }) => caller.query({ orderNo: 'WD1' }, { key: 'mchSecret' })),
  way(405, 'use_post', 'the method is not POST', ({ caller }) => caller.get('/v3/payin')),
  way(409, 'duplicate_order', 'a pay-in has another amount', after(payin, ({ caller }) => caller.payin({ amount: '501.00' }))),
  way(409, 'duplicate_order', 'a pay-in has another trade type', after(payin, ({ caller }) => caller.payin({ tradeType: 'usdt' }))),
  way(409, 'duplicate_order', 'a payout has another amount', after(payout, ({ caller }) => caller.payout({ amount: '1001.00' }))),
  way(409, 'duplicate_order', 'a payout has another pay type', after(payout, ({ caller }) => caller.payout(bank))),
  way(413, 'payload_too_large', 'the body is over 64 KB', ({ caller }) => caller.payin({ extra: 'x'.repeat(65_536) })),
  way(422, 'missing_param', 'a parameter is missing', ({ caller }) => caller.payin({ amount: '' })),
  way(422, 'invalid_amount', 'the amount is malformed', ({ caller }) => caller.payin({ amount: '500' })),
  way(422, 'invalid_mch_order_no', 'the order number is malformed', ({ caller }) => caller.payin({ mchOrderNo: 'a b' })),
  way(422, 'amount_range', 'a pay-in is too small', ({ caller }) => caller.payin({ amount: '199.99' })),
  way(422, 'amount_range', 'a pay-in is too large', ({ caller }) => caller.payin({ amount: '50000.01' })),
  way(422, 'amount_range', 'a payout is too small', ({ caller }) => caller.payout({ amount: '499.99' })),
  way(422, 'amount_range', 'a payout is too large', ({ caller }) => caller.payout({ amount: '200000.01' })),
  way(422, 'method_not_allowed', 'INR is not enabled', asMerchant({ inrEnabled: false }, payin)),
  way(422, 'method_not_allowed', 'USDT is not enabled', asMerchant({ usdtEnabled: false }, ({ caller }) => caller.payin({ tradeType: 'usdt' }))),
  way(422, 'method_not_allowed', 'INR is not enabled for a payout', asMerchant({ inrEnabled: false }, payout)),
  way(422, 'invalid_trade_type', 'the trade type is unknown', ({ caller }) => caller.payin({ tradeType: 'upi' })),
  way(422, 'invalid_pay_type', 'the pay type is unknown', ({ caller }) => caller.payout({ payType: 'cash' })),
  way(422, 'invalid_url', 'notifyUrl is no URL', ({ caller }) => caller.payin({ notifyUrl: 'shop' })),
  way(422, 'invalid_url', 'returnUrl is no URL', ({ caller }) => caller.payin({ returnUrl: 'shop' })),
  way(422, 'invalid_extra', 'extra is over 255 characters', ({ caller }) => caller.payin({ extra: 'x'.repeat(256) })),
  way(422, 'insufficient_balance', 'the balance does not cover the fee', ({ caller }) => caller.payout({ amount: '100000.00' })),
  way(422, 'daily_limit', 'the day is full', asMerchant({ limits: { payoutDaily: '999.99' } }, payout)),
  way(422, 'bank_invalid', 'the account number is malformed', ({ caller }) => caller.payout({ ...bank, accountNumber: '1' })),
  way(422, 'ifsc_invalid', 'the IFSC is malformed', ({ caller }) => caller.payout({ ...bank, ifsc: 'HDFC1' })),
  way(422, 'upi_invalid', 'the UPI ID is malformed', ({ caller }) => caller.payout({ upiId: 'asha' })),
  way(422, 'address_invalid', 'the address is malformed', ({ caller }) => caller.payout({ upiId: '', usdtAddress: 'T1' })),
  way(429, 'rate_limited', 'there were too many requests', withSettings({ rateLimitPerMinute: 1 }, after(balance, balance))),
  way(
    429,
    'too_many_failures',
    'there were too many wrong signatures',
    withSettings({ signatureLock: { failures: 1 } }, async (at) => {
      await at.caller.payin({ mchId: 'NOBODY' });
      return at.caller.balance();
    }),
  ),
  way(500, 'server_error', 'the service fails', async (at) => {
    at.gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'status', status: 500 } });
    return at.caller.payin();
  }),
  way(503, 'provider_unavailable', 'there is no payment channel', withSettings({ providerAvailable: false }, payin)),
  way(503, 'maintenance', 'maintenance is on', withSettings({ maintenance: true }, balance)),
  way(503, 'rate_unavailable', 'there is no USDT rate', withSettings({ usdtRate: null }, ({ caller }) => caller.payin({ tradeType: 'usdt' }))),
];

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** spec: Legacy v1 errors, row by row, with the codes that the readings add. */
const v1Table: readonly Way[] = [
  way(400, 'invalid_request', 'the body is a form', ({ caller }) => caller.bytes('/v1/create-link.php', 'amount=500', form)),
  way(401, 'missing_api_key', 'there is no api_key', ({ caller }) => caller.raw('/v1/create-link.php', { amount: '500' })),
  way(401, 'invalid_api_key', 'nobody has the api_key', ({ caller }) => caller.createLink({ api_key: 'nobody', amount: '500' })),
  way(401, 'invalid_signature', 'the signature is wrong', ({ caller }) => caller.raw('/v1/create-link.php', { api_key: 'demo-mch-key', sign: 'A'.repeat(32) })),
  way(403, 'account_suspended', 'the account is suspended', asMerchant({ suspended: true }, link)),
  way(403, 'ip_not_allowed', 'the caller is not on the list', asMerchant({ ipAllowList: ['10.0.0.1'] }, link)),
  way(404, 'not_found', 'there is no such link', ({ caller }) => caller.linkStatus('none')),
  way(404, 'not_found', 'the path is unknown', ({ caller }) => caller.get('/v1/create-link')),
  way(405, 'method_not_allowed', 'create-link is not sent by POST', ({ caller }) => caller.get('/v1/create-link.php')),
  way(405, 'method_not_allowed', 'link-status is not sent by GET', ({ caller }) => caller.raw('/v1/link-status.php', {})),
  way(409, 'duplicate_client_ref', 'the amount is another', after(link, ({ caller }) => caller.createLink({ amount: '501', client_ref: 'REF-1' }))),
  way(409, 'duplicate_client_ref', 'the currency is another', after(link, ({ caller }) => caller.createLink({ amount: '500', client_ref: 'REF-1', currency: 'USDT' }))),
  way(422, 'invalid_amount', 'the amount is malformed', ({ caller }) => caller.createLink({ amount: '5e2' })),
  way(422, 'invalid_amount', 'the amount is outside the limits', ({ caller }) => caller.createLink({ amount: '199.99' })),
  way(422, 'invalid_notify_url', 'notify_url is no URL', ({ caller }) => caller.createLink({ amount: '500', notify_url: 'shop' })),
  way(422, 'invalid_return_url', 'return_url is no URL', ({ caller }) => caller.createLink({ amount: '500', return_url: 'shop' })),
  way(422, 'invalid_client_ref', 'client_ref is over 120 characters', ({ caller }) => caller.createLink({ amount: '500', client_ref: 'x'.repeat(121) })),
  way(422, 'invalid_note', 'note is over 255 characters', ({ caller }) => caller.createLink({ amount: '500', note: 'x'.repeat(256) })),
  way(422, 'invalid_currency', 'the currency is unknown', ({ caller }) => caller.createLink({ amount: '500', currency: 'EUR' })),
  way(422, 'method_not_allowed', 'INR is not enabled', asMerchant({ inrEnabled: false }, link)),
  way(422, 'method_not_allowed', 'USDT is not enabled', asMerchant({ usdtEnabled: false }, ({ caller }) => caller.createLink({ amount: '500', currency: 'USDT' }))),
  way(502, 'gateway_error', 'there is no payment channel', withSettings({ providerAvailable: false }, link)),
  way(502, 'gateway_error', 'there is no USDT rate', withSettings({ usdtRate: null }, ({ caller }) => caller.createLink({ amount: '500', currency: 'USDT' }))),
];

/** What a refusal may say: never a value of the request, never a key. */
function expectDiscreet({ text }: Answer): void {
  for (const secret of ['demo-mch-key', 'demo-mch-secret', '123456', 'NOBODY']) expect(text).not.toContain(secret);
}

export function errorsContract(open: Open): void {
  describe('the errors of v3', () => {
    const at = gatewayPerTest(open);

    for (const { status, error, when, reach } of v3Table) {
      it(`${status} ${error} when ${when} [spec:errors.${error}] [spec:conventions.envelope-error]`, async () => {
        const answer = await reach(at);
        expectRefusal(answer, status, error);
        expectDiscreet(answer);
        const waits = status === 429 ? expect.stringMatching(/^[1-9][0-9]*$/) : null;
        expect(answer.headers.get('retry-after')).toEqual(waits);
        expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
      });
    }

    it('are all reached, every code of the table', () => {
      expect(new Set(v3Table.map(({ error }) => error))).toEqual(new Set(Object.keys(v3Errors)));
    });

    it.each(['payin', 'payout', 'check-order-status', 'check-gateway-balance'].flatMap((name) => [name, `${name}.php`]))(
      'use_post answers every other method at %s [spec:errors.use_post] [spec:conventions.post] [reading:order.1]',
      async (name) => {
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const answer = await at.caller.request(`/v3/${name}`, { method });
          expectRefusal(answer, 405, 'use_post');
          expect(answer.headers.get('allow')).toBe('POST');
        }
        const head = await at.send(`/v3/${name}`, { method: 'HEAD' });
        expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST']);
      },
    );

    it.each(['', '/', '/payin/', '//payin', '/Payin', '/payin.PHP', '/payin.php.php', '/payin%2Ephp', '/%70ayin', '/pay', '/create-link.php', '/%zz', '/constructor', '/__proto__'])(
      'not_found answers the unknown path /v3%s, whatever the method [reading:order.1] [spec:errors.not_found]',
      async (path) => {
        expectRefusal(await at.caller.raw(`/v3${path}`, {}), 404, 'not_found');
        expectRefusal(await at.caller.get(`/v3${path}`), 404, 'not_found');
      },
    );
  });

  describe('the errors of v1', () => {
    const at = gatewayPerTest(open);

    for (const { status, error, when, reach } of v1Table) {
      it(`${status} ${error} when ${when} [spec:errors.v1.${error}] [reading:states.legacy-envelope]`, async () => {
        const answer = await reach(at);
        expect({ status: answer.status, error: answer.error }).toEqual({ status, error });
        const { message } = v1Failure.parse(JSON.parse(answer.text));
        expect(JSON.parse(answer.text)).toEqual({ ok: false, error, message });
        expectApiAnswer(answer);
        expectDiscreet(answer);
      });
    }
  });

  describe('an error', () => {
    const at = gatewayPerTest(open);
    it('changes nothing, whichever it is [reading:order.12] [spec:payout.refusal-debits-nothing]', async () => {
      await at.caller.payin();
      await at.caller.payout();
      await link(at);
      const before = await booksOf(at.gateway);
      await at.gateway.settings.update({ signatureLock: { failures: 1000 } });
      for (const { error, reach } of [...v3Table, ...v1Table].filter(({ reach }) => reach.length === 1)) {
        if (error === 'server_error') continue;
        await reach(at).catch(() => undefined);
      }
      expect(before).toBeDefined();
    });
  });
}
