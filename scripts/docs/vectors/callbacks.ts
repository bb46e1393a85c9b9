import { demoCredentials } from '../../../packages/sdk/src/internal.ts';
import { sign } from '../../../packages/sdk/src/protocol.ts';
import { type CallbackFields, signedCallback } from '../../../packages/sdk/src/testing.ts';
import type { CallbackVector } from '../../../test/vectors.ts';

type Kind = CallbackVector['kind'];
type Fields = Readonly<Record<string, string>>;
type About = Pick<CallbackVector, 'id' | 'comment'> & { readonly kind?: Kind };

const json = 'application/json';
const { mchKey, mchSecret } = demoCredentials;
const keyOf = { payin: mchKey, payout: mchSecret, link: mchSecret } as const;

/** Creates a callback in the gateway's format. */
function genuine(
  { kind = 'payin', id, comment }: About,
  fields: CallbackFields = {},
  format: 'json' | 'form' = 'json',
): CallbackVector {
  const { body, contentType } = signedCallback(kind, demoCredentials, fields, { format });
  return { id: `callback-${id}`, comment, result: 'valid', kind, contentType, body };
}

/** Returns all fields of a callback except the signature. `undefined` removes a field. */
function fieldsOf(kind: Kind, fields: CallbackFields = {}): Fields {
  const { sign: _sign, ...rest } = JSON.parse(signedCallback(kind, demoCredentials, fields).body) as Fields;
  return rest;
}

interface Made extends About {
  readonly fields?: CallbackFields;
  /** Fields that are changed after signing. */
  readonly altered?: Fields;
  readonly key?: string;
  readonly signature?: (sign: string) => string;
  readonly text?: (body: string) => string;
  readonly contentType?: string;
}

/** Creates a callback that the gateway never sends. */
function made(
  { kind = 'payin', id, comment, fields = {}, altered = {}, ...others }: Made,
  refused: Pick<CallbackVector, 'result' | 'reason'>,
): CallbackVector {
  const { key = keyOf[kind], signature = String, text = String, contentType = json } = others;
  const signed = fieldsOf(kind, fields);
  const body = JSON.stringify({ ...signed, ...altered, sign: signature(sign(signed, key)) });
  return { id: `callback-${id}`, comment, ...refused, kind, contentType, body: text(body) };
}

const invalid = (reason: string, about: Made) => made(about, { result: 'invalid', reason });
const acceptable = (about: Made, reason?: string) =>
  made(about, reason === undefined ? { result: 'acceptable' } : { result: 'acceptable', reason });

const valid: readonly CallbackVector[] = [
  genuine({ id: 'payin', comment: 'A paid pay-in.' }),
  genuine(
    { id: 'payin-form', comment: 'A paid pay-in as a form, with spaces, + and text outside ASCII.' },
    { extra: 'नीली शर्ट + 1 = 100%' },
    'form',
  ),
  genuine({ id: 'payin-failed', comment: 'A failed pay-in. It can still be paid.' }, { status: 'failed' }),
  genuine({ id: 'payin-short', comment: 'A pay-in that is paid 1.00 short.' }, { paidAmount: '499.00' }),
  genuine({ id: 'payin-usdt', comment: 'A pay-in in USDT.' }, { tradeType: 'usdt' }),
  genuine(
    { id: 'payin-test', comment: 'A test callback: the JSON value true is signed as the string true.' },
    { test: true },
  ),
  genuine(
    { id: 'payin-new-field', comment: 'A field that a later version adds is signed too.' },
    { settledIn: 'T+1' },
  ),
  genuine(
    { id: 'payin-extra-ampersand', comment: 'An `&` in `extra` that no field follows.' },
    { extra: 'चाय & café, a=1&b=2' },
  ),
  genuine({ id: 'payout', comment: 'A paid payout, signed with the API Secret.', kind: 'payout' }),
  genuine({ id: 'payout-form', comment: 'A paid payout as a form.', kind: 'payout' }, {}, 'form'),
  genuine(
    { id: 'payout-processing', comment: 'A payout in progress: not a final state.', kind: 'payout' },
    { status: 'processing' },
  ),
  genuine({ id: 'link', comment: 'A paid link of v1. It contains no Merchant ID.', kind: 'link' }),
];

const bound: readonly CallbackVector[] = [
  acceptable({
    id: 'sign-lower-case',
    comment: 'The signature in lower case. Compare without case.',
    signature: (sign) => sign.toLowerCase(),
  }),
  acceptable({
    id: 'alias-only',
    comment: 'Only the alias names of the merchant and the orders.',
    fields: { mchId: undefined, mchOrderNo: undefined, orderNo: undefined },
  }),
  acceptable({
    id: 'byte-order-mark',
    comment: 'A byte order mark before the body.',
    text: (body) => `\uFEFF${body}`,
  }),
  acceptable({ id: 'text-json', comment: 'The content type text/json.', contentType: 'text/json' }),
  acceptable({ id: 'test-one', comment: 'A test callback with test = 1.', fields: { test: '1' } }),
  acceptable({
    id: 'unknown-status',
    comment: 'A status of a later version. Do not credit it.',
    fields: { status: 'reversed' },
  }),
  acceptable(
    {
      id: 'three-decimals',
      comment: 'An amount with three decimals and a right signature.',
      fields: { amount: '500.005', paidAmount: '500.005' },
    },
    'invalid_field',
  ),
  acceptable(
    {
      id: 'alias-differs',
      comment: 'A gateway order number that differs from its alias.',
      fields: { gateway_order_no: 'PI2' },
    },
    'conflicting_alias',
  ),
  acceptable(
    {
      id: 'duplicate-name',
      comment: 'A name that occurs twice with the same value.',
      text: (body) => body.replace('{', '{"status":"success",'),
    },
    'duplicate_name',
  ),
  acceptable({
    id: 'added-empty',
    comment: 'An empty field that was added. It is not signed, so it counts as absent.',
    altered: { note: '' },
  }),
];

const forged: readonly CallbackVector[] = [
  invalid('invalid_signature', {
    id: 'amount-altered',
    comment: 'The amount was altered after the signature.',
    altered: { paidAmount: '5000.00' },
  }),
  invalid('invalid_signature', {
    id: 'status-altered',
    comment: 'A failed pay-in that was altered to success.',
    fields: { status: 'failed' },
    altered: { status: 'success', paidAmount: '500.00' },
  }),
  invalid('invalid_signature', {
    id: 'order-altered',
    comment: 'The callback of another order.',
    altered: { mchOrderNo: 'ORDER-2', merchant_order_no: 'ORDER-2' },
  }),
  invalid('invalid_signature', {
    id: 'field-added',
    comment: 'A field that was added after the signature.',
    altered: { note: 'x' },
  }),
  invalid('invalid_signature', {
    id: 'wrong-key',
    comment: 'Signed with an unknown key.',
    key: 'another-key',
  }),
  invalid('invalid_signature', {
    id: 'merchant-id-as-key',
    comment: 'Signed with the Merchant ID, which is public.',
    key: demoCredentials.mchId,
  }),
  invalid('invalid_signature', {
    id: 'not-hexadecimal',
    comment: 'A signature that is not hexadecimal.',
    signature: () => 'not hexadecimal',
  }),
  invalid('invalid_signature', {
    id: 'sign-short',
    comment: 'A signature without its last digit.',
    signature: (sign) => sign.slice(0, -1),
  }),
  invalid('missing_sign', { id: 'sign-empty', comment: 'An empty signature.', signature: () => '' }),
  invalid('wrong_key', {
    id: 'payin-secret',
    comment: 'A pay-in that is signed with the API Secret.',
    key: mchSecret,
  }),
  invalid('wrong_key', {
    id: 'payout-key',
    comment: 'A payout that is signed with the API Key.',
    kind: 'payout',
    key: mchKey,
  }),
  invalid('wrong_merchant', {
    id: 'other-merchant',
    comment: 'For another merchant, with a signature of this one.',
    fields: { mchId: 'OTHER', merchant_id: 'OTHER' },
  }),
  invalid('conflicting_alias', {
    id: 'order-alias-differs',
    comment: 'An order number that differs from its alias.',
    fields: { merchant_order_no: 'ORDER-2' },
  }),
  invalid('ambiguous_value', {
    id: 'value-ampersand',
    comment: 'An `&` in a value that has none: the signature fits other fields too.',
    fields: { utr: '1&x=2' },
  }),
  invalid('ambiguous_value', {
    id: 'extra-hides-field',
    comment: 'A field of the API inside `extra`.',
    fields: { extra: 'tea&status=success' },
  }),
  invalid('ambiguous_name', {
    id: 'name-equals',
    comment: 'A name that contains =.',
    fields: { 'x=1': '2' },
  }),
  invalid('nested_value', {
    id: 'nested',
    comment: 'A value that is an object.',
    text: (body) => body.replace('{', '{"note":{},'),
  }),
  invalid('not_an_object', { id: 'array', comment: 'A JSON array.', text: (body) => `[${body}]` }),
  invalid('invalid_json', { id: 'cut', comment: 'A body that was cut.', text: (body) => body.slice(0, -1) }),
  invalid('unsupported_content_type', {
    id: 'plain-text',
    comment: 'The content type text/plain.',
    contentType: 'text/plain',
  }),
];

export const callbackVectors: readonly CallbackVector[] = [...valid, ...bound, ...forged];
