import { type OrderFault, settings, update, without, withParams } from './order-faults.ts';

const place = 'v1';

/** Mistakes that are checked before the parameters, at both v1 endpoints. */
const beforeTheParameters = (unreadable: string, message: RegExp): readonly OrderFault[] => [
  {
    place,
    status: 404,
    error: 'not_found',
    title: 'an unknown path',
    about: ['path'],
    handedOver: true,
    spoil: (draft) => ({ ...draft, path: draft.path.replace('.php', '') }),
  },
  {
    place,
    status: 405,
    error: 'method_not_allowed',
    title: 'another method',
    about: [],
    handedOver: true,
    spoil: (draft) => ({ ...draft, method: 'PUT' }),
  },
  {
    place,
    status: 400,
    error: 'invalid_request',
    title: 'an unreadable request',
    about: [],
    handedOver: true,
    message,
    spoil: (draft) => ({ ...draft, tail: unreadable }),
  },
  {
    place,
    status: 401,
    error: 'missing_api_key',
    title: 'a missing api_key',
    about: ['api_key'],
    spoil: without('api_key'),
  },
  {
    place,
    status: 401,
    error: 'invalid_api_key',
    title: 'an unknown api_key',
    about: ['api_key'],
    spoil: withParams({ api_key: 'NOBODY' }),
  },
  {
    place,
    status: 401,
    error: 'invalid_signature',
    title: 'a wrong signature',
    about: [],
    spoil: (draft) => ({ ...draft, sign: 'wrong' }),
  },
  {
    place,
    status: 403,
    error: 'account_suspended',
    title: 'a suspended account',
    about: [],
    circumstance: update({ suspended: true }),
  },
  {
    place,
    status: 403,
    error: 'ip_not_allowed',
    title: 'an IP address that is not listed',
    about: [],
    circumstance: update({ ipAllowList: ['10.0.0.1'] }),
  },
];

const malformed = (name: string, error: string, value: string): OrderFault => ({
  place,
  status: 422,
  error,
  title: `a malformed ${name}`,
  about: [name],
  spoil: withParams({ [name]: value }),
});

const limits = (where: string, fields: { payinMin: string; payinMax?: string }): OrderFault => ({
  place,
  status: 422,
  error: 'invalid_amount',
  title: `an amount ${where} the limits`,
  about: ['amount'],
  circumstance: update({ limits: fields }),
});

/** Mistakes of a new link, in the order of the checks. */
export const faultsOfCreateLink: readonly OrderFault[] = [
  ...beforeTheParameters(' x', /not valid JSON/),
  malformed('amount', 'invalid_amount', '5e2'),
  limits('below', { payinMin: '40000.00' }),
  limits('above', { payinMin: '1.00', payinMax: '2.00' }),
  malformed('note', 'invalid_note', 'x'.repeat(256)),
  malformed('client_ref', 'invalid_client_ref', 'x'.repeat(121)),
  malformed('notify_url', 'invalid_notify_url', 'shop'),
  malformed('return_url', 'invalid_return_url', 'shop'),
  malformed('currency', 'invalid_currency', 'EUR'),
  {
    place,
    status: 409,
    error: 'duplicate_client_ref',
    title: 'a used client_ref',
    about: ['client_ref'],
    history: ({ caller }) => caller.createLink({ amount: '300', client_ref: 'A', currency: 'USDT' }),
  },
  {
    place,
    status: 422,
    error: 'method_not_allowed',
    title: 'a currency that is not enabled',
    about: ['currency'],
    circumstance: update({ usdtEnabled: false }),
  },
  {
    place,
    status: 502,
    error: 'gateway_error',
    title: 'a missing payment channel',
    about: [],
    circumstance: settings({ providerAvailable: false }),
  },
];

/** Mistakes of a link query. */
export const faultsOfLinkStatus: readonly OrderFault[] = [
  ...beforeTheParameters('&a[]=1', /cannot be read/),
  {
    place,
    status: 404,
    error: 'not_found',
    title: 'an unknown link_code',
    about: ['path'],
    spoil: withParams({ link_code: 'NONE' }),
  },
];
