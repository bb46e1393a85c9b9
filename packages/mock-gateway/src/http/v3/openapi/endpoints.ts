import {
  absentFields,
  type PayType,
  payinCreated,
  payinFields,
  payinFound,
  payoutCreated,
  payoutFields,
  payoutFound,
  type V3Endpoint,
  wallet,
} from '@inrgate/sdk/internal';
import { alternativeSign, type RequestField, type V3ErrorCode, v3Requests } from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import { exampleOf } from '../../openapi/json-schema.ts';
import type { Json } from '../../openapi/parts.ts';
import { mchKey, mchSecret, signed } from '../../openapi/signed-example.ts';

/** The description of an endpoint, without what follows from its schemas. */
interface EndpointText {
  /** Prefix of its components. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Errors of this endpoint, without the codes of its parameters (reading:order.8 to 12). */
  readonly errors: readonly V3ErrorCode[];
  /** Requests that work unchanged with the demo merchant. */
  readonly requests: () => Titled;
  /** The `data` of the responses. */
  readonly responses: (payUrls: PayUrls) => Titled;
}

/** Examples with their titles, by name. */
type Titled = Readonly<Record<string, readonly [title: string, value: object]>>;

type PayUrls = Readonly<Record<'pay_url' | 'payUrl', string>>;

export const endpointTexts: Readonly<Record<V3Endpoint, EndpointText>> = {
  payin: {
    name: 'Payin',
    summary: 'Create a pay-in',
    description: `Sign with mchKey. The call is idempotent on \`mchOrderNo\`. A repeated request returns the stored order with \`duplicate\` = true. A repeat with another amount or trade type returns 409 \`duplicate_order\`. Send the customer to \`pay_url\`.

With the snake_case names, the gateway also accepts the alternative signature. It is the MD5 of merchant_id, amount, merchant_order_no, the API Key and callback_url, joined without separators. An absent callback_url counts as empty. The hexadecimal digits can be upper or lower case.`,
    errors: [
      'wrong_key_type',
      'missing_param',
      'duplicate_order',
      'method_not_allowed',
      'amount_range',
      'provider_unavailable',
      'rate_unavailable',
    ],
    requests() {
      const upi = paramsOf('payin');
      const usdt = {
        ...paramsOf('payin', ['mchId', 'mchOrderNo', 'amount', 'notifyUrl']),
        tradeType: 'usdt',
      };
      const snake = underAliases('payin');
      const { merchant_id = '', amount = '', merchant_order_no = '', callback_url } = snake;
      const sign = alternativeSign({ merchant_id, amount, merchant_order_no, callback_url }, mchKey);
      return {
        upi: ['Paid by UPI, with every parameter', signed(upi, mchKey)],
        usdt: ['Paid in USDT', signed(usdt, mchKey)],
        aliases: ['With aliases, which the signature covers as sent', signed(snake, mchKey)],
        alternative: ['With the alternative signature', { ...snake, sign }],
      };
    },
    responses(payUrls) {
      const [inr, usdt] = payinCreated.options;
      const order = newOrder(inr, unpaid(payUrls));
      return {
        upi: ['A new order', order],
        usdt: ['A new USDT order', newOrder(usdt, unpaid(payUrls))],
        duplicate: ['A repeat with the same `mchOrderNo`', { ...order, duplicate: true }],
      };
    },
  },
  'check-order-status': {
    name: 'OrderQuery',
    summary: 'Query a pay-in or a payout',
    description:
      'Sign with mchKey to query a pay-in, and with mchSecret to query a payout. Send `mchOrderNo` or `orderNo`. If you send both, they must name the same order. Prefer callbacks, and poll every few seconds at most.',
    errors: ['missing_param', 'order_not_found'],
    requests() {
      const payin = paramsOf('check-order-status', ['mchId', 'mchOrderNo']);
      const payinByOrderNo = paramsOf('check-order-status', ['mchId', 'orderNo']);
      const payout = paramsOf('payout', ['mchId', 'mchOrderNo']);
      return {
        payin: ['A pay-in, signed with mchKey', signed(payin, mchKey)],
        payinByOrderNo: ['A pay-in, by its gateway order number', signed(payinByOrderNo, mchKey)],
        payout: ['A payout, signed with mchSecret', signed(payout, mchSecret)],
      };
    },
    responses(payUrls) {
      const found = { ...exampleOf(payinFound.options[0]), ...payUrls };
      return {
        payin: ['A paid pay-in', { ...found, status: 'success' }],
        expired: ['An expired pay-in', { ...found, ...unpaid(payUrls), status: 'expired' }],
        payout: ['A paid payout', { ...exampleOf(payoutFound), status: 'success', txid: null }],
      };
    },
  },
  payout: {
    name: 'Payout',
    summary: 'Create a payout',
    description:
      'Sign with mchSecret, and call from an IP address on the saved allow-list. The beneficiary receives `amount`, and the gateway charges the fee in addition. It holds the amount and the fee until the payout is paid or fails.\n\nThe call is idempotent on `mchOrderNo`, like the call that creates a pay-in. A pay-in and a payout can have the same order number. The destination is a bank account, a UPI ID or a USDT wallet address. A bank account requires bankCode, accountName, accountNumber and ifsc. `payType` is optional. A call that fails debits nothing, and you can retry it with the same `mchOrderNo`.',
    errors: [
      'wrong_key_type',
      'ip_whitelist_required',
      'missing_param',
      'duplicate_order',
      'method_not_allowed',
      'amount_range',
      'daily_limit',
      'insufficient_balance',
    ],
    requests() {
      const toDestination = (title: string, payType: PayType) => {
        const fields = fieldsOf('payout').filter(({ destination = payType }) => destination === payType);
        const params = paramsOf(
          'payout',
          fields.map(({ name }) => name),
        );
        return [title, signed({ ...params, payType }, mchSecret)] as const;
      };
      return {
        bank: toDestination('To a bank account', 'bank'),
        upi: toDestination('To a UPI ID', 'upi'),
        usdt: toDestination('To a USDT address', 'usdt'),
      };
    },
    responses() {
      const payout = newOrder(payoutCreated, absentFields(payoutFields));
      return {
        created: ['A new payout', payout],
        duplicate: ['A repeat with the same `mchOrderNo`', { ...payout, duplicate: true }],
      };
    },
  },
  'check-gateway-balance': {
    name: 'Balance',
    summary: 'Read the wallet',
    description: 'Sign with mchSecret.',
    errors: ['wrong_key_type'],
    requests: () => ({ wallet: ['The wallet', signed(paramsOf('check-gateway-balance'), mchSecret)] }),
    responses: () => ({ wallet: ['The wallet with a pending payout', exampleOf(wallet)] }),
  },
};

function unpaid(payUrls: PayUrls): Json {
  return { ...absentFields(payinFields), ...payUrls };
}

function newOrder(schema: z.ZodObject, fields: Json): Json {
  const { duplicate: _repeat, ...order } = exampleOf(schema);
  return { ...order, ...fields };
}

/** Example values of the endpoint's parameters, or only of `names`. */
function paramsOf(endpoint: V3Endpoint, names?: readonly string[]): Readonly<Record<string, string>> {
  const fields = fieldsOf(endpoint).filter(({ name }) => names === undefined || names.includes(name));
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]));
}

function underAliases(endpoint: V3Endpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsOf(endpoint).map(({ name, alias, example }) => [alias ?? name, example]));
}

/** The fields of an endpoint in one common type, because some fields have no alias. */
function fieldsOf(endpoint: V3Endpoint): readonly RequestField<string>[] {
  return v3Requests[endpoint].fields;
}
