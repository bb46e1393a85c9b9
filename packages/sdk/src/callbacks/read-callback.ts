import { CallbackVerificationError } from '../errors/callback-errors.ts';
import {
  linkCallbackReceived,
  payinCallbackReceived,
  payoutCallbackReceived,
} from '../protocol/schemas/readers.ts';
import { flagOf, type Read } from '../protocol/schemas/received.ts';
import type { Callback, CallbackKind, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';

/** Signed fields with a value, by their names as received. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Converts verified fields to a typed callback.
 *
 * @throws {CallbackVerificationError} `missing_field`, `invalid_field`, `conflicting_alias` or `wrong_merchant`
 */
export function readCallback(kind: CallbackKind, fields: Fields, mchId: string): Callback {
  checkTest(fields.get('test'));
  const callback = readers[kind](fields);
  if (callback.kind !== 'link' && callback.mchId !== mchId) {
    throw new CallbackVerificationError('wrong_merchant');
  }
  return callback;
}

const readers = { payin: readPayin, payout: readPayout, link: readLink } as const satisfies Record<
  CallbackKind,
  (fields: Fields) => Callback
>;

function readPayin(fields: Fields): PayinCallback {
  return { kind: 'payin', ...read(payinCallbackReceived, fields) };
}

function readPayout(fields: Fields): PayoutCallback {
  return { kind: 'payout', ...read(payoutCallbackReceived, fields) };
}

function readLink(fields: Fields): LinkCallback {
  const data = read(linkCallbackReceived, fields);
  return {
    kind: 'link',
    test: data.test,
    linkCode: data.link_code,
    clientRef: data.client_ref,
    amount: data.amount,
    currency: data.currency,
    status: data.status,
    paidAt: data.paid_at,
  };
}

const reasons = {
  missing: 'missing_field',
  invalid: 'invalid_field',
  conflict: 'conflicting_alias',
} as const;

function read<Data>(received: Read<Data>, fields: Fields): Data {
  const result = received(fields);
  if ('data' in result) return result.data;
  const { kind, field } = result.issue;
  throw new CallbackVerificationError(reasons[kind], field === undefined ? {} : { field });
}

/** Rejects a `test` value that is not a boolean, because the callback could be a test or a payment. */
function checkTest(value: string | undefined): void {
  if (value !== undefined && flagOf(value) === undefined) {
    throw new CallbackVerificationError('invalid_field', { field: 'test' });
  }
}
