import type { Answer } from '../client.ts';
import type { Site } from './gateway-per-test.ts';

type Call = (at: Site) => Promise<Answer>;
type Prepare = (at: Site) => Promise<unknown>;

/** One way to cause an error of a table. */
export interface Way {
  readonly status: number;
  readonly error: string;
  readonly when: string;
  /** Prepares the account, the settings and earlier orders. */
  readonly prepare: Prepare;
  /** The rejected call. */
  readonly call: Call;
}

function way(status: number, error: string, [when, call, prepare = nothing]: [string, Call, Prepare?]): Way {
  return { status, error, when, prepare, call };
}

const nothing: Prepare = async () => {};

const account =
  (fields: Parameters<Site['gateway']['merchants']['update']>[1]): Prepare =>
  ({ gateway }) =>
    gateway.merchants.update('DEMO1001', fields);

const settings =
  (fields: Parameters<Site['gateway']['settings']['update']>[0]): Prepare =>
  ({ gateway }) =>
    gateway.settings.update(fields);

const payin: Call = ({ caller }) => caller.payin();
const payinInUsdt: Call = ({ caller }) => caller.payin({ tradeType: 'usdt' });
const payout: Call = ({ caller }) => caller.payout();
const balance: Call = ({ caller }) => caller.balance();
const link: Call = ({ caller }) => caller.createLink({ amount: '500.00', client_ref: 'REF-1' });
const linkInUsdt: Call = ({ caller }) => caller.createLink({ amount: '500.00', currency: 'USDT' });

const bank = {
  upiId: '',
  bankCode: 'HDFC Bank',
  accountName: 'A',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const wrongSign = 'A'.repeat(32);

/** spec: Errors, row by row, with the codes of the interpretations: not_found and invalid_extra. */
export const v3Table: readonly Way[] = [
  way(400, 'invalid_request', [
    'mchId is missing',
    ({ caller }) => caller.raw('/v3/payin', { sign: wrongSign }),
  ]),
  way(400, 'invalid_request', [
    'sign is missing',
    ({ caller }) => caller.raw('/v3/payin', { mchId: 'DEMO1001' }),
  ]),
  way(400, 'invalid_request', [
    'the body is unreadable',
    ({ caller }) => caller.bytes('/v3/payin', '{', { 'content-type': 'application/json' }),
  ]),
  way(401, 'invalid_signature', [
    'the merchant is unknown',
    ({ caller }) => caller.payin({ mchId: 'NOBODY' }),
  ]),
  way(401, 'invalid_signature', [
    'the signature is wrong',
    ({ caller }) => caller.raw('/v3/payin', { mchId: 'DEMO1001', sign: wrongSign }),
  ]),
  way(401, 'wrong_key_type', [
    'a pay-in is signed with mchSecret',
    ({ caller }) => caller.payin({}, { key: 'mchSecret' }),
  ]),
  way(401, 'wrong_key_type', [
    'a payout is signed with mchKey',
    ({ caller }) => caller.payout({}, { key: 'mchKey' }),
  ]),
  way(401, 'wrong_key_type', [
    'the balance is signed with mchKey',
    ({ caller }) => caller.v3('check-gateway-balance', {}, { key: 'mchKey' }),
  ]),
  way(403, 'account_suspended', ['the account is suspended', payin, account({ suspended: true })]),
  way(403, 'ip_not_allowed', [
    'the caller is not on the list',
    balance,
    account({ ipAllowList: ['10.0.0.1'] }),
  ]),
  way(403, 'ip_whitelist_required', ['a payout has no list', payout, account({ ipAllowList: [] })]),
  way(404, 'not_found', ['the path is unknown', ({ caller }) => caller.v3('nothing', {})]),
  way(404, 'order_not_found', [
    'no pay-in has the number',
    ({ caller }) => caller.query({ mchOrderNo: 'NONE' }),
  ]),
  way(404, 'order_not_found', [
    'no payout has the number',
    ({ caller }) => caller.query({ orderNo: 'WD1' }, { key: 'mchSecret' }),
  ]),
  way(405, 'use_post', ['the method is not POST', ({ caller }) => caller.get('/v3/payin')]),
  way(409, 'duplicate_order', [
    'a pay-in has another amount',
    ({ caller }) => caller.payin({ amount: '501.00' }),
    payin,
  ]),
  way(409, 'duplicate_order', ['a pay-in has another trade type', payinInUsdt, payin]),
  way(409, 'duplicate_order', [
    'a payout has another amount',
    ({ caller }) => caller.payout({ amount: '1001.00' }),
    payout,
  ]),
  way(409, 'duplicate_order', ['a payout has another pay type', ({ caller }) => caller.payout(bank), payout]),
  way(413, 'payload_too_large', [
    'the body is over 64 KB',
    ({ caller }) => caller.payin({ extra: 'x'.repeat(65_536) }),
  ]),
  way(422, 'missing_param', ['a parameter is missing', ({ caller }) => caller.payin({ amount: '' })]),
  way(422, 'invalid_amount', ['the amount is malformed', ({ caller }) => caller.payin({ amount: '500' })]),
  way(422, 'invalid_mch_order_no', [
    'the order number is malformed',
    ({ caller }) => caller.payin({ mchOrderNo: 'a b' }),
  ]),
  way(422, 'amount_range', ['a pay-in is too small', ({ caller }) => caller.payin({ amount: '199.99' })]),
  way(422, 'amount_range', ['a pay-in is too large', ({ caller }) => caller.payin({ amount: '50000.01' })]),
  way(422, 'amount_range', ['a payout is too small', ({ caller }) => caller.payout({ amount: '499.99' })]),
  way(422, 'amount_range', ['a payout is too large', ({ caller }) => caller.payout({ amount: '200000.01' })]),
  way(422, 'method_not_allowed', ['INR is not enabled', payin, account({ inrEnabled: false })]),
  way(422, 'method_not_allowed', ['USDT is not enabled', payinInUsdt, account({ usdtEnabled: false })]),
  way(422, 'method_not_allowed', ['INR is not enabled for a payout', payout, account({ inrEnabled: false })]),
  way(422, 'invalid_trade_type', ['it is unknown', ({ caller }) => caller.payin({ tradeType: 'upi' })]),
  way(422, 'invalid_pay_type', ['it is unknown', ({ caller }) => caller.payout({ payType: 'cash' })]),
  way(422, 'invalid_url', ['notifyUrl is no URL', ({ caller }) => caller.payin({ notifyUrl: 'shop' })]),
  way(422, 'invalid_url', ['returnUrl is no URL', ({ caller }) => caller.payin({ returnUrl: 'shop' })]),
  way(422, 'invalid_extra', [
    'it is over 255 characters',
    ({ caller }) => caller.payin({ extra: 'x'.repeat(256) }),
  ]),
  way(422, 'insufficient_balance', [
    'the balance does not cover the fee',
    ({ caller }) => caller.payout({ amount: '100000.00' }),
  ]),
  way(422, 'daily_limit', ['the day is full', payout, account({ limits: { payoutDaily: '999.99' } })]),
  way(422, 'bank_invalid', [
    'the account number is malformed',
    ({ caller }) => caller.payout({ ...bank, accountNumber: '12345' }),
  ]),
  way(422, 'ifsc_invalid', [
    'the IFSC is malformed',
    ({ caller }) => caller.payout({ ...bank, ifsc: 'HDFC1' }),
  ]),
  way(422, 'upi_invalid', ['the UPI ID is malformed', ({ caller }) => caller.payout({ upiId: 'asha' })]),
  way(422, 'address_invalid', [
    'the address is malformed',
    ({ caller }) => caller.payout({ upiId: '', usdtAddress: 'T12345' }),
  ]),
  way(429, 'rate_limited', [
    'there were too many requests',
    balance,
    async (at) => {
      await at.gateway.settings.update({ rateLimitPerMinute: 1 });
      await balance(at);
    },
  ]),
  way(429, 'too_many_failures', [
    'there were too many wrong signatures',
    balance,
    async ({ caller, gateway }) => {
      await gateway.settings.update({ signatureLock: { failures: 1 } });
      await caller.payin({ mchId: 'NOBODY' });
    },
  ]),
  way(500, 'server_error', [
    'the service fails',
    payin,
    async ({ gateway }) =>
      gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'status', status: 500 } }),
  ]),
  way(503, 'provider_unavailable', ['there is no channel', payin, settings({ providerAvailable: false })]),
  way(503, 'maintenance', ['it is on', balance, settings({ maintenance: true })]),
  way(503, 'rate_unavailable', ['there is none', payinInUsdt, settings({ usdtRate: null })]),
];

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** spec: Legacy v1 errors, row by row, with the codes of the interpretations. */
export const v1Table: readonly Way[] = [
  way(400, 'invalid_request', [
    'the body is a form',
    ({ caller }) => caller.bytes('/v1/create-link.php', 'amount=500', form),
  ]),
  way(401, 'missing_api_key', [
    'there is none',
    ({ caller }) => caller.raw('/v1/create-link.php', { amount: '500' }),
  ]),
  way(401, 'invalid_api_key', ['nobody has it', ({ caller }) => caller.createLink({ api_key: 'NOBODY' })]),
  way(401, 'invalid_signature', [
    'it is wrong',
    ({ caller }) => caller.raw('/v1/create-link.php', { api_key: 'demo-mch-key', sign: wrongSign }),
  ]),
  way(403, 'account_suspended', ['it is suspended', link, account({ suspended: true })]),
  way(403, 'ip_not_allowed', ['the caller is not on the list', link, account({ ipAllowList: ['10.0.0.1'] })]),
  way(404, 'not_found', ['there is no such link', ({ caller }) => caller.linkStatus('none')]),
  way(404, 'not_found', ['the path is unknown', ({ caller }) => caller.get('/v1/nothing.php')]),
  way(405, 'method_not_allowed', [
    'a link is created by GET',
    ({ caller }) => caller.get('/v1/create-link.php'),
  ]),
  way(405, 'method_not_allowed', [
    'a link is queried by POST',
    ({ caller }) => caller.raw('/v1/link-status.php', {}),
  ]),
  way(409, 'duplicate_client_ref', [
    'the amount is another',
    ({ caller }) => caller.createLink({ amount: '501.00', client_ref: 'REF-1' }),
    link,
  ]),
  way(409, 'duplicate_client_ref', [
    'the currency is another',
    ({ caller }) => caller.createLink({ amount: '500.00', client_ref: 'REF-1', currency: 'USDT' }),
    link,
  ]),
  way(422, 'invalid_amount', ['it is malformed', ({ caller }) => caller.createLink({ amount: '5e2' })]),
  way(422, 'invalid_amount', [
    'it is outside the limits',
    ({ caller }) => caller.createLink({ amount: '199.99' }),
  ]),
  way(422, 'invalid_notify_url', [
    'it is no URL',
    ({ caller }) => caller.createLink({ amount: '500', notify_url: 'shop' }),
  ]),
  way(422, 'invalid_return_url', [
    'it is no URL',
    ({ caller }) => caller.createLink({ amount: '500', return_url: 'shop' }),
  ]),
  way(422, 'invalid_client_ref', [
    'it is over 120 characters',
    ({ caller }) => caller.createLink({ amount: '500', client_ref: 'x'.repeat(121) }),
  ]),
  way(422, 'invalid_note', [
    'it is over 255 characters',
    ({ caller }) => caller.createLink({ amount: '500', note: 'x'.repeat(256) }),
  ]),
  way(422, 'invalid_currency', [
    'it is unknown',
    ({ caller }) => caller.createLink({ amount: '500', currency: 'EUR' }),
  ]),
  way(422, 'method_not_allowed', ['INR is not enabled', link, account({ inrEnabled: false })]),
  way(422, 'method_not_allowed', ['USDT is not enabled', linkInUsdt, account({ usdtEnabled: false })]),
  way(500, 'server_error', [
    'the service fails',
    link,
    async ({ gateway }) =>
      gateway.faults.add({
        endpoint: 'create-link',
        phase: 'before',
        action: { kind: 'status', status: 500 },
      }),
  ]),
  way(502, 'gateway_error', ['there is no channel', link, settings({ providerAvailable: false })]),
  way(502, 'gateway_error', ['there is no USDT rate', linkInUsdt, settings({ usdtRate: null })]),
];
