import { encodeCallback, type KeyName } from '@inrgate/sdk/internal';
import type { MockGateway } from '../../src/index.ts';

type Fields = Record<string, string | number | boolean>;

/** A callback that a deviation can change. */
export interface Altering {
  readonly fields: Fields;
  /** Key that signs the changed callback. */
  key: KeyName;
  method: string;
  readonly headers: Record<string, string>;
  /** Changes the signature after it was calculated. */
  sign: (right: string) => string;
  /** Changes the body after it was signed. */
  body: (right: string) => string;
}

/** A difference between the callbacks of a gateway and the specification. */
export interface CallbackDeviation {
  readonly name: string;
  /** The violated rule. */
  readonly clause: string;
  readonly of: 'payin' | 'payout' | 'link';
  /** `doubtful` if a cause outside the recorded traffic may explain the deviation. */
  readonly state?: 'doubtful';
  /** Number of deliveries, including deliveries that the receiver rejects. */
  readonly times?: number;
  readonly refused?: true;
  /** @param turn number of the delivery, 0 for the first */
  readonly alter: (callback: Altering, turn: number) => void;
}

function fields(
  of: CallbackDeviation['of'],
  name: string,
  clause: string,
  change: (fields: Fields) => void,
): CallbackDeviation {
  return { name, clause, of, alter: (callback) => change(callback.fields) };
}

function signing(name: string, clause: string, alter: (callback: Altering) => void): CallbackDeviation {
  return { name, clause, of: 'payin', alter };
}

const format = 'spec:events.format';
const agrees = 'spec:delivery.5';
const unaltered = () => {};
/** Hides that the gateway is a mock gateway, because the judge knows that a mock gateway's clock can be moved. */
const anybody = ({ headers }: Altering) => {
  headers['user-agent'] = 'a gateway';
};

/** Deviations that the judge must report, each under its rule. */
export const callbackDeviations: readonly CallbackDeviation[] = [
  signing('the sign is of something else', 'spec:events.signed', (callback) => {
    callback.sign = () => 'A'.repeat(32);
  }),
  signing('a field is not signed', 'spec:events.signed', (callback) => {
    callback.body = (right) => right.replace('"utr":"', '"utr":"9');
  }),
  signing('sign is in lower case', 'spec:auth.algorithm', (callback) => {
    callback.sign = (right) => right.toLowerCase();
  }),
  signing('the callback is signed with the other key', 'spec:auth.callback-key', (callback) => {
    callback.key = 'mchSecret';
  }),
  fields('payin', 'netAmount is missing', 'spec:events.payin', (data) => {
    delete data['netAmount'];
  }),
  {
    ...fields('payin', 'it has a field of its own', 'spec:events.payin', (data) => {
      data['bonus'] = '1.00';
    }),
    state: 'doubtful',
  },
  fields('payin', 'merchant_id is another than mchId', 'spec:events.payin', (data) => {
    data['merchant_id'] = 'SOMEBODY';
  }),
  fields('payin', 'it is paid, and paidAmount is empty', 'spec:events.payin', (data) => {
    data['paidAmount'] = '';
  }),
  fields('payin', 'amounts are numbers', 'spec:conventions.amounts', (data) => {
    data['amount'] = 500;
  }),
  fields('payin', 'payTime is in UTC', 'spec:conventions.times', (data) => {
    data['payTime'] = '2026-11-20T09:34:05Z';
  }),
  fields('payin', 'the fee is 10 %', 'spec:payin.fee', (data) => {
    Object.assign(data, { fee: '50.00', netAmount: '450.00' });
  }),
  fields('payin', 'amount differs from that of the order', agrees, (data) => {
    Object.assign(data, { amount: '600.00', fee: '66.00', netAmount: '534.00' });
  }),
  fields('payin', 'mchOrderNo differs from that of the order', agrees, (data) => {
    Object.assign(data, { mchOrderNo: 'OTHER-1', merchant_order_no: 'OTHER-1' });
  }),
  {
    ...fields('payin', 'its status is failed, but the query returned success', agrees, (data) => {
      Object.assign(data, { status: 'failed', paidAmount: '' });
    }),
    state: 'doubtful',
  },
  fields('payout', 'its status is failed, but the query returned success', agrees, (data) => {
    data['status'] = 'failed';
  }),
  fields('payout', 'the fee has no 10.00', 'spec:payout.fee', (data) => {
    Object.assign(data, { fee: '32.50', totalDebit: '532.50' });
  }),
  fields('payout', 'payTime is missing', 'spec:events.payout', (data) => {
    delete data['payTime'];
  }),
  fields('payout', 'totalDebit differs from that of the order', agrees, (data) => {
    Object.assign(data, { amount: '600.00', fee: '49.00', totalDebit: '649.00' });
  }),
  fields('link', 'paid_at is missing', 'spec:events.legacy', (data) => {
    delete data['paid_at'];
  }),
  fields('link', 'amount differs from that of the link', agrees, (data) => {
    data['amount'] = '501.00';
  }),
  {
    name: 'its content type is text/plain',
    clause: format,
    of: 'payin',
    alter: ({ headers }) => {
      headers['content-type'] = 'text/plain';
    },
  },
  {
    name: 'it is a form with the content type of JSON',
    clause: format,
    of: 'payin',
    alter: (callback) => {
      callback.body = (right) => new URLSearchParams(JSON.parse(right)).toString();
    },
  },
  {
    name: 'its method is PUT',
    clause: format,
    of: 'payin',
    alter: (callback) => {
      callback.method = 'PUT';
    },
  },
  {
    name: 'the retry has other bytes',
    clause: 'reading:callbacks.fixed-body',
    of: 'payin',
    times: 2,
    refused: true,
    alter: ({ fields: data }, turn) => {
      data['utr'] = `41234567890${turn}`;
    },
  },
  {
    name: 'the retry is immediate',
    clause: 'spec:limits.callback-retries',
    of: 'payin',
    state: 'doubtful',
    times: 2,
    refused: true,
    alter: anybody,
  },
  {
    name: 'it is retried after it was received',
    clause: 'spec:delivery.3',
    of: 'payin',
    state: 'doubtful',
    times: 2,
    alter: unaltered,
  },
];

/** Replaces a callback by its changed form. */
export function altered(
  deviation: CallbackDeviation,
  { body, turn, merchant }: { body: string; turn: number; merchant: MockGateway['merchant'] },
) {
  const { sign: _, ...sent } = JSON.parse(body) as Record<string, string>;
  const callback: Altering = {
    fields: { ...sent },
    key: deviation.of === 'payin' ? 'mchKey' : 'mchSecret',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'inrgate-mock-gateway' },
    sign: (right) => right,
    body: (right) => right,
  };
  deviation.alter(callback, turn);
  const { fields: data, key, method, headers } = callback;
  const texts = data as Record<string, string>;
  const encoded = encodeCallback(texts, merchant[key], 'json');
  const { sign = '' } = JSON.parse(encoded.body) as Record<string, string>;
  return { method, headers, body: callback.body(JSON.stringify({ ...data, sign: callback.sign(sign) })) };
}
