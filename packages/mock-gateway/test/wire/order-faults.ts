import type { Site } from './gateway-per-test.ts';

/** A request before it is signed. */
export interface Draft {
  readonly path: string;
  readonly method: string;
  /** Where the parameters are sent: in the JSON body, or in the URL's query. */
  readonly sent: 'body' | 'query';
  /** String that follows the parameters. */
  readonly tail: string;
  readonly params: Readonly<Record<string, string>>;
  readonly key: 'mchKey' | 'mchSecret';
  readonly sign: 'right' | 'wrong' | 'none';
}

export type Step = (at: Pick<Site, 'gateway' | 'caller'>) => Promise<unknown>;

/** A mistake in a request or in its circumstances. */
export interface OrderFault {
  /** Step of the check: a number of the v3 order of checks, or v1. */
  readonly place: string;
  readonly status: number;
  readonly error: string;
  readonly title: string;
  /** Parts of the request that the mistake concerns. Mistakes that concern the same part cannot be combined. */
  readonly about: readonly string[];
  /** Distinguishes this error from others with the same code. */
  readonly message?: RegExp;
  /** Earlier calls that the mistake needs. */
  readonly history?: Step;
  /** True if the transport passes the mistake on: in the URL, the method, or the encoding of the body. */
  readonly handedOver?: true;
  /** True if the mistake counts towards the lock of the IP address. */
  readonly wrongSignature?: boolean;
  readonly circumstance?: Step;
  readonly spoil?: (draft: Draft) => Draft;
}

export const update =
  (fields: Parameters<Site['gateway']['merchants']['update']>[1]): Step =>
  ({ gateway, caller }) =>
    gateway.merchants.update(caller.keys.mchId, fields);

export const settings =
  (fields: Parameters<Site['gateway']['settings']['update']>[0]): Step =>
  ({ gateway }) =>
    gateway.settings.update(fields);

export const withParams =
  (params: Readonly<Record<string, string>>) =>
  (draft: Draft): Draft => ({ ...draft, params: { ...draft.params, ...params } });

export const without =
  (name: string) =>
  (draft: Draft): Draft => {
    const { [name]: _gone, ...params } = draft.params;
    return { ...draft, params };
  };

/** Steps 1 to 8, common to pay-ins and payouts. */
const beforeTheAccount: readonly OrderFault[] = [
  {
    place: '1',
    status: 404,
    error: 'not_found',
    title: 'an unknown path',
    about: [],
    handedOver: true,
    spoil: (draft) => ({ ...draft, path: '/v3/nothing' }),
  },
  {
    place: '1',
    status: 405,
    error: 'use_post',
    title: 'a method that is not POST',
    about: [],
    handedOver: true,
    spoil: (draft) => ({ ...draft, method: 'PUT' }),
  },
  {
    place: '2',
    status: 503,
    error: 'maintenance',
    title: 'maintenance',
    about: [],
    circumstance: settings({ maintenance: true }),
  },
  {
    place: '3',
    status: 413,
    error: 'payload_too_large',
    title: 'a body over 64 KB',
    about: [],
    handedOver: true,
    spoil: withParams({ padding: 'x'.repeat(65_536) }),
  },
  {
    place: '4',
    status: 429,
    error: 'too_many_failures',
    title: 'a locked IP address',
    about: [],
    wrongSignature: true,
    history: async ({ gateway, caller }) => {
      await gateway.settings.update({ signatureLock: { failures: 1 } });
      await caller.raw('/v3/payin', { mchId: 'NOBODY', sign: 'A'.repeat(32) });
    },
  },
  {
    place: '5',
    status: 400,
    error: 'invalid_request',
    title: 'an unreadable body',
    about: [],
    handedOver: true,
    message: /not valid JSON/,
    spoil: (draft) => ({ ...draft, tail: ' x' }),
  },
  {
    place: '6',
    status: 400,
    error: 'invalid_request',
    title: 'a missing mchId',
    about: ['mchId'],
    message: /mchId is missing/,
    spoil: without('mchId'),
  },
  {
    place: '6',
    status: 400,
    error: 'invalid_request',
    title: 'a missing sign',
    about: ['sign'],
    message: /sign is missing/,
    spoil: (draft) => ({ ...draft, sign: 'none' }),
  },
  {
    place: '7',
    status: 429,
    error: 'rate_limited',
    title: 'too many requests',
    about: ['mchId'],
    history: ({ caller }) => caller.balance(),
    circumstance: settings({ rateLimitPerMinute: 1 }),
  },
  {
    place: '8',
    status: 401,
    error: 'invalid_signature',
    title: 'a wrong signature',
    about: ['sign'],
    wrongSignature: true,
    spoil: (draft) => ({ ...draft, sign: 'wrong' }),
  },
  {
    place: '8',
    status: 401,
    error: 'wrong_key_type',
    title: 'the other key',
    about: ['sign'],
    spoil: (draft) => ({ ...draft, key: draft.key === 'mchKey' ? 'mchSecret' : 'mchKey' }),
  },
  {
    place: '9',
    status: 403,
    error: 'account_suspended',
    title: 'a suspended account',
    about: [],
    circumstance: update({ suspended: true }),
  },
  {
    place: '9',
    status: 403,
    error: 'ip_not_allowed',
    title: 'an IP address that is not listed',
    about: ['list'],
    circumstance: update({ ipAllowList: ['10.0.0.1'] }),
  },
];

const malformedNumber: OrderFault = {
  place: '10',
  status: 422,
  error: 'invalid_mch_order_no',
  title: 'a malformed order number',
  about: ['mchOrderNo'],
  spoil: withParams({ mchOrderNo: 'a b' }),
};

const malformedAmount: OrderFault = {
  place: '10',
  status: 422,
  error: 'invalid_amount',
  title: 'a malformed amount',
  about: ['amount'],
  spoil: withParams({ amount: '500' }),
};

const missing = (name: string): OrderFault => ({
  place: '10',
  status: 422,
  error: 'missing_param',
  title: `a missing ${name}`,
  about: [name],
  spoil: without(name),
});

/** Mistakes of a pay-in, in the order of the checks. */
export const faultsOfPayin: readonly OrderFault[] = [
  ...beforeTheAccount,
  missing('mchOrderNo'),
  missing('amount'),
  malformedNumber,
  malformedAmount,
  {
    place: '10',
    status: 422,
    error: 'invalid_trade_type',
    title: 'an unknown trade type',
    about: ['tradeType'],
    spoil: withParams({ tradeType: 'upi' }),
  },
  {
    place: '10',
    status: 422,
    error: 'invalid_url',
    title: 'a malformed notifyUrl',
    about: ['notifyUrl'],
    spoil: withParams({ notifyUrl: 'shop' }),
  },
  {
    place: '10',
    status: 422,
    error: 'invalid_extra',
    title: 'an extra that is too long',
    about: ['extra'],
    spoil: withParams({ extra: 'x'.repeat(256) }),
  },
  {
    place: '11',
    status: 409,
    error: 'duplicate_order',
    title: 'a used order number',
    about: ['mchOrderNo'],
    history: ({ caller }) => caller.payin({ mchOrderNo: 'A', amount: '300.00', tradeType: 'usdt' }),
  },
  {
    place: '12',
    status: 422,
    error: 'method_not_allowed',
    title: 'a method that is not enabled',
    about: ['tradeType'],
    circumstance: update({ usdtEnabled: false }),
  },
  {
    place: '12',
    status: 422,
    error: 'amount_range',
    title: 'an amount outside the limits',
    about: ['amount'],
    circumstance: update({ limits: { payinMin: '40000.00' } }),
  },
  {
    place: '12',
    status: 503,
    error: 'provider_unavailable',
    title: 'a missing payment channel',
    about: [],
    circumstance: settings({ providerAvailable: false }),
  },
  {
    place: '12',
    status: 503,
    error: 'rate_unavailable',
    title: 'a missing USDT rate',
    about: [],
    circumstance: settings({ usdtRate: null }),
  },
];

/** Mistakes of a payout, in the order of the checks. */
export const faultsOfPayout: readonly OrderFault[] = [
  ...beforeTheAccount,
  {
    place: '9',
    status: 403,
    error: 'ip_whitelist_required',
    title: 'a missing allow-list',
    about: ['list'],
    circumstance: update({ ipAllowList: [] }),
  },
  missing('mchOrderNo'),
  missing('amount'),
  { ...missing('destination'), about: ['destination', 'payType'], spoil: without('upiId') },
  malformedNumber,
  malformedAmount,
  {
    place: '10',
    status: 422,
    error: 'invalid_pay_type',
    title: 'an unknown pay type',
    about: ['payType'],
    spoil: withParams({ payType: 'cash' }),
  },
  {
    place: '10',
    status: 422,
    error: 'invalid_pay_type',
    title: 'two kinds of destination',
    about: ['payType'],
    spoil: withParams({ usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }),
  },
  {
    place: '11',
    status: 409,
    error: 'duplicate_order',
    title: 'a used order number',
    about: ['mchOrderNo'],
    history: ({ caller }) => caller.payout({ mchOrderNo: 'A', amount: '600.00' }),
  },
  {
    place: '12',
    status: 422,
    error: 'method_not_allowed',
    title: 'a method that is not enabled',
    about: [],
    circumstance: update({ inrEnabled: false }),
  },
  {
    place: '12',
    status: 422,
    error: 'upi_invalid',
    title: 'a malformed destination',
    about: ['destination'],
    spoil: withParams({ upiId: 'asha' }),
  },
  {
    place: '12',
    status: 422,
    error: 'amount_range',
    title: 'an amount outside the limits',
    about: [],
    circumstance: update({ limits: { payoutMin: '150000.00' } }),
  },
  {
    place: '12',
    status: 422,
    error: 'daily_limit',
    title: 'a full day',
    about: [],
    circumstance: update({ limits: { payoutDaily: '999.99' } }),
  },
  {
    place: '12',
    status: 422,
    error: 'insufficient_balance',
    title: 'a balance that does not suffice',
    about: ['amount'],
    spoil: withParams({ amount: '100000.00' }),
  },
];

/** Mistakes of a query, which either key can sign. */
export const faultsOfQuery: readonly OrderFault[] = [
  ...beforeTheAccount.filter(({ error }) => error !== 'wrong_key_type'),
  { ...missing('mchOrderNo'), title: 'a missing order number' },
  malformedNumber,
  {
    place: '12',
    status: 404,
    error: 'order_not_found',
    title: 'an unknown order number',
    about: ['mchOrderNo'],
    spoil: withParams({ mchOrderNo: 'NONE' }),
  },
];
