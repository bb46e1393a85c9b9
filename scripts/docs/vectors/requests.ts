import { demoCredentials, type KeyName } from '../../../packages/sdk/src/internal.ts';
import { alternativeSign, sign } from '../../../packages/sdk/src/protocol.ts';
import type { RequestVector } from '../../../test/vectors.ts';

type Fields = Readonly<Record<string, string | null>>;

const { mchId, mchKey } = demoCredentials;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

interface Request {
  readonly id: string;
  readonly comment: string;
  readonly endpoint?: 'payin' | 'payout' | 'check-gateway-balance';
  readonly fields?: Fields;
  readonly keyName?: KeyName;
  /** Fields that are changed after signing. */
  readonly altered?: Fields;
  readonly signature?: (sign: string, fields: Fields) => string;
  readonly contentType?: string;
  readonly text?: (body: string) => string;
}

function request(
  { id, comment, endpoint = 'payin', fields, altered, ...others }: Request,
  refused: Pick<RequestVector, 'result' | 'error'>,
): RequestVector {
  const { signature = String, text = String, contentType = json } = others;
  const keyName = others.keyName ?? (endpoint === 'payin' ? 'mchKey' : 'mchSecret');
  // Each vector uses its own order, so clients can send the vectors in any sequence.
  const order = endpoint === 'check-gateway-balance' ? {} : { mchOrderNo: `V-${id}`, amount: '500.00' };
  const signed = { mchId, ...order, ...fields };
  const sent = { ...signed, ...altered, sign: signature(sign(signed, demoCredentials[keyName]), signed) };
  const body = contentType === form ? formOf(sent) : JSON.stringify(sent);
  return { id: `request-${id}`, comment, ...refused, endpoint, contentType, body: text(body) };
}

function formOf(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '');
  return form.toString();
}

const valid = (about: Request) => request(about, { result: 'valid' });
const acceptable = (about: Request, error?: string) =>
  request(about, error === undefined ? { result: 'acceptable' } : { result: 'acceptable', error });
const invalid = (error: string, about: Request) => request(about, { result: 'invalid', error });
const unsigned = (about: Request) => invalid('invalid_signature', about);

const snakeCase = {
  merchant_id: mchId,
  amount: '500.00',
  merchant_order_no: 'V-alternative',
  callback_url: 'http://127.0.0.1:3000/callbacks',
};

const accepted: readonly RequestVector[] = [
  valid({ id: 'payin', comment: 'A pay-in as JSON.' }),
  valid({
    id: 'payin-form',
    comment: 'A pay-in as a form. The signature covers the decoded values.',
    contentType: form,
    fields: { extra: 'चाय & café + 1' },
  }),
  valid({
    id: 'empty-dropped',
    comment: 'Empty and null values are not signed.',
    fields: { extra: '', returnUrl: null },
  }),
  valid({
    id: 'url',
    comment: 'A URL with its own parameters is signed without encoding.',
    fields: { notifyUrl: 'http://127.0.0.1:3000/callbacks?shop=1&lang=en' },
  }),
  valid({
    id: 'payout',
    comment: 'A payout, signed with the API Secret.',
    endpoint: 'payout',
    fields: { upiId: 'asha@okhdfcbank' },
  }),
  valid({
    id: 'balance',
    comment: 'The balance: the Merchant ID is the only parameter.',
    endpoint: 'check-gateway-balance',
  }),
  {
    id: 'request-alternative',
    comment: 'The snake_case names with the alternative signature.',
    result: 'valid',
    endpoint: 'payin',
    contentType: json,
    body: JSON.stringify({ ...snakeCase, sign: alternativeSign(snakeCase, mchKey) }),
  },
];

const bound: readonly RequestVector[] = [
  acceptable(
    {
      id: 'number',
      comment: 'An amount as a JSON number that keeps its two decimals.',
      text: (body) => body.replace('"500.00"', '500.00'),
    },
    'invalid_amount',
  ),
  acceptable(
    {
      id: 'duplicate-name',
      comment: 'A name that occurs twice with the same value.',
      text: (body) => body.replace('{', '{"amount":"500.00",'),
    },
    'invalid_request',
  ),
  acceptable(
    {
      id: 'sign-lower-case',
      comment: 'The signature in lower case.',
      signature: (sign) => sign.toLowerCase(),
    },
    'invalid_signature',
  ),
];

const refused: readonly RequestVector[] = [
  unsigned({
    id: 'amount-altered',
    comment: 'The amount was altered after the signature.',
    altered: { amount: '501.00' },
  }),
  unsigned({
    id: 'field-added',
    comment: 'A field that was added after the signature.',
    altered: { extra: 'x' },
  }),
  unsigned({
    id: 'unknown-merchant',
    comment: 'An unknown merchant. The error is that of a wrong signature.',
    fields: { mchId: 'NOBODY' },
  }),
  unsigned({
    id: 'encoded',
    comment: 'The values were URL-encoded before the signature.',
    fields: { extra: 'blue shirt' },
    signature: (_sign, fields) => sign({ ...fields, extra: 'blue%20shirt' }, mchKey),
  }),
  unsigned({
    id: 'padded-number',
    comment: 'The sender signed 500 and sent 500.00.',
    signature: (_sign, fields) => sign({ ...fields, amount: '500' }, mchKey),
  }),
  unsigned({
    id: 'key-with-newline',
    comment: 'The key has a newline at its end.',
    signature: (_sign, fields) => sign(fields, `${mchKey}\n`),
  }),
  invalid('wrong_key_type', {
    id: 'payin-secret',
    comment: 'A pay-in that is signed with the API Secret.',
    keyName: 'mchSecret',
  }),
  invalid('wrong_key_type', {
    id: 'payout-key',
    comment: 'A payout that is signed with the API Key.',
    endpoint: 'payout',
    keyName: 'mchKey',
    fields: { upiId: 'asha@okhdfcbank' },
  }),
];

export const requestVectors: readonly RequestVector[] = [...accepted, ...bound, ...refused];
