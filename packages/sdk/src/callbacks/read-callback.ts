import type * as z from 'zod/mini';
import { CallbackVerificationError } from '../errors/callback-verification-error.ts';
import { linkCallbackReceived } from '../protocol/schemas/link-received.ts';
import { payinCallbackReceived, receivedPayinCallback } from '../protocol/schemas/payin-received.ts';
import { payoutCallbackReceived, receivedPayoutCallback } from '../protocol/schemas/payout-received.ts';
import { flagOf } from '../protocol/schemas/received.ts';
import type { Callback, CallbackKind, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';

/** Signed fields that have a value, by their names as received. */
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
  return { kind: 'payin', ...receivedPayinCallback(parsed(payinCallbackReceived, fields)) };
}

function readPayout(fields: Fields): PayoutCallback {
  return { kind: 'payout', ...receivedPayoutCallback(parsed(payoutCallbackReceived, fields)) };
}

function readLink(fields: Fields): LinkCallback {
  const data = parsed(linkCallbackReceived, fields);
  return {
    kind: 'link',
    test: data.test,
    linkCode: data.link_code,
    clientRef: data.client_ref,
    amount: data.amount,
    currency: data.currency ?? null,
    status: data.status,
    paidAt: data.paid_at ?? null,
  };
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  // Every value is a string, so an issue is a missing field, an invalid amount or a conflicting alias.
  const [issue] = result.error.issues;
  const [field] = issue?.path ?? [];
  if (field === undefined) throw new CallbackVerificationError('conflicting_alias');
  const reason = issue?.code === 'invalid_type' ? 'missing_field' : 'invalid_field';
  throw new CallbackVerificationError(reason, { field: String(field) });
}

/** Refuses an unclear `test` value, because crediting such a callback would be a guess. */
function checkTest(value: string | undefined): void {
  if (value !== undefined && flagOf(value) === undefined) {
    throw new CallbackVerificationError('invalid_field', { field: 'test' });
  }
}
