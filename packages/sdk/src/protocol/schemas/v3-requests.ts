import type { V3ErrorCode } from '../known-codes.ts';
import {
  accountNumberPattern,
  extraMaxLength,
  ifscPattern,
  upiIdPattern,
  usdtAddressPattern,
} from '../limits.ts';
import { demoCredentials } from '../local-gateway.ts';
import type { V3Endpoint } from '../routes.ts';
import type { PayType } from './fields.ts';
import { type DestinationField, type RequestField, requestTable } from './request-field.ts';
import * as text from './text.ts';

type V3Field = RequestField<V3ErrorCode>;

const mchId = {
  name: 'mchId',
  alias: 'merchant_id',
  required: true,
  schema: text.someText,
  code: 'invalid_request',
  description: 'The Merchant ID.',
  example: demoCredentials.mchId,
} as const satisfies V3Field;

const mchOrderNo = {
  name: 'mchOrderNo',
  alias: 'merchant_order_no',
  required: true,
  schema: text.mchOrderNo,
  code: 'invalid_mch_order_no',
  description:
    'The merchant’s order number, 1 to 100 letters, digits and `_ - . : # /`. A repeated request returns the same order.',
  example: 'ORDER-1',
} as const satisfies V3Field;

const sign = {
  name: 'sign',
  required: true,
  schema: text.signature,
  code: 'invalid_signature',
  description: 'The signature: MD5 over all other parameters and the key, upper-case hexadecimal.',
  example: 'F3A86806C7DB7FDE695C84F936BF6959',
} as const satisfies V3Field;

/** spec: POST payin. */
const payin = requestTable([
  mchId,
  mchOrderNo,
  {
    name: 'amount',
    required: true,
    schema: text.amount,
    code: 'invalid_amount',
    description: 'Amount in INR with two decimals, within the pay-in limits.',
    example: '500.00',
  },
  {
    name: 'tradeType',
    alias: 'trade_type',
    schema: text.tradeType,
    code: 'invalid_trade_type',
    description:
      'Payment method of the customer, `INRUPI` (default) or `usdt`. The method must be enabled for the account.',
    example: 'INRUPI',
  },
  {
    name: 'notifyUrl',
    alias: 'callback_url',
    schema: text.url,
    code: 'invalid_url',
    description:
      'URL that receives the callbacks of this order. The default is the URL saved in the merchant dashboard.',
    example: 'https://shop.example/callbacks',
  },
  {
    name: 'returnUrl',
    alias: 'return_url',
    schema: text.url,
    code: 'invalid_url',
    description: 'URL to which the customer returns after payment.',
    example: 'https://shop.example/thanks',
  },
  {
    name: 'extra',
    schema: text.shortText(extraMaxLength),
    code: 'invalid_extra',
    description: 'Any string. Queries and callbacks return this string.',
    example: 'blue shirt',
  },
  {
    ...sign,
    schema: text.payinSignature,
    description: `${sign.description} With the snake_case names, the gateway also accepts the alternative signature, in upper or lower case.`,
  },
]);

/**
 * The fields of each kind of payout destination. A destination requires all of its fields (spec: POST payout, Rules).
 */
export const destinations = {
  bank: [
    {
      name: 'bankCode',
      schema: text.someText,
      code: 'bank_invalid',
      description:
        'Bank name from the bank list (bank payouts). The gateway accepts any other name unchanged.',
      example: 'HDFC Bank',
      destination: 'bank',
      personal: 'none',
      tells: false,
    },
    {
      name: 'accountName',
      schema: text.visibleText,
      code: 'bank_invalid',
      description: 'Account holder (bank payouts).',
      example: 'Asha Rao',
      destination: 'bank',
      personal: 'all',
      tells: false,
    },
    {
      name: 'accountNumber',
      schema: text.matching(accountNumberPattern),
      code: 'bank_invalid',
      description: 'Account number, 6 to 20 digits (bank payouts).',
      example: '001234567890',
      destination: 'bank',
      personal: 'but-ending',
      tells: true,
    },
    {
      name: 'ifsc',
      schema: text.matching(ifscPattern),
      code: 'ifsc_invalid',
      description: 'IFSC code of the branch, in upper or lower case (bank payouts).',
      example: 'HDFC0001234',
      destination: 'bank',
      personal: 'none',
      tells: true,
    },
  ],
  upi: [
    {
      name: 'upiId',
      schema: text.matching(upiIdPattern),
      code: 'upi_invalid',
      description: 'UPI ID in the format name@bank (UPI payouts).',
      example: 'asha@okhdfcbank',
      destination: 'upi',
      personal: 'but-ending',
      tells: true,
    },
  ],
  usdt: [
    {
      name: 'usdtAddress',
      schema: text.matching(usdtAddressPattern),
      code: 'address_invalid',
      description: 'TRC20 wallet address (USDT payouts). USDT must be enabled for the account.',
      example: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      destination: 'usdt',
      personal: 'but-ending',
      tells: true,
    },
  ],
} as const satisfies { readonly [Kind in PayType]: readonly DestinationField<V3ErrorCode, Kind>[] };

/** spec: POST payout. */
const payout = requestTable([
  mchId,
  { ...mchOrderNo, example: 'W-1' },
  {
    name: 'amount',
    required: true,
    schema: text.amount,
    code: 'invalid_amount',
    description:
      'Amount in INR that the beneficiary receives, with two decimals. The gateway charges the fee in addition.',
    example: '1000.00',
  },
  {
    name: 'payType',
    schema: text.payType,
    code: 'invalid_pay_type',
    description:
      'The kind of destination. By default, the gateway detects the kind from the destination fields.',
    example: 'bank',
  },
  ...destinations.bank,
  ...destinations.upi,
  ...destinations.usdt,
  sign,
]);

/**
 * spec: POST check-order-status. At least one order number is required. Two order numbers must identify the same order.
 */
const orderQuery = requestTable([
  mchId,
  {
    name: 'mchOrderNo',
    schema: text.mchOrderNo,
    code: 'invalid_mch_order_no',
    description: 'The merchant’s order number. Send `mchOrderNo` or `orderNo`.',
    example: 'ORDER-1',
  },
  {
    name: 'orderNo',
    schema: text.someText,
    code: 'order_not_found',
    description: 'The gateway order number. Send `orderNo` or `mchOrderNo`.',
    example: 'PI2026112015040512345678',
  },
  sign,
]);

/** spec: POST check-gateway-balance. */
const balance = requestTable([mchId, sign]);

export const v3Requests = {
  payin,
  'check-order-status': orderQuery,
  payout,
  'check-gateway-balance': balance,
} satisfies Record<V3Endpoint, { readonly fields: readonly V3Field[] }>;
