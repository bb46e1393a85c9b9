import type { z } from 'zod';
import type { Json } from '../http/json.ts';
import { type Answered, isCreate, param } from './answered.ts';
import { allOf, type Check, quoted, same, type Verdict } from './finding.ts';
import { hasFraction, instantOf } from './money.ts';
import { amountFields, issuesOf, timeFields } from './schema-issues.ts';

/** A check of an order or a wallet in a response. */
export type DataCheck = Check<Answered & { readonly data: Json }>;

/** Checks of amounts and times in any response (spec: Conventions). */
export function conventions(
  schema: (answered: Answered) => z.ZodType,
): Readonly<Record<string, Omit<DataCheck, 'id'>>> {
  return {
    'spec:conventions.amounts': {
      judge: (answered) =>
        issuesOf(
          schema(answered),
          answered.data,
          (field, value) => amountFields.has(field) && isThere(value),
        ),
    },
    'spec:conventions.times': {
      judge: (answered) =>
        allOf(
          issuesOf(
            schema(answered),
            answered.data,
            (field, value) => timeFields.has(field) && isThere(value) && !hasFraction(value),
          ),
          ...Object.entries(answered.data).map(([field, value]) => existing(field, value)),
        ),
    },
    'reading:money.seconds': {
      judge: ({ data }) => allOf(...Object.entries(data).map(([field, value]) => inSeconds(field, value))),
    },
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function existing(field: string, value: unknown): Verdict {
  if (!timeFields.has(field) || !isThere(value) || value === '') return null;
  return instantOf(value) === null ? `${field} is ${quoted(value)}` : true;
}

function inSeconds(field: string, value: unknown): Verdict {
  if (!timeFields.has(field) || instantOf(value) === null) return null;
  return !hasFraction(value) || `${field} is ${quoted(value)}; expected whole seconds`;
}

/** Returns whether no check except the check of all fields covers a field. */
export function isPlainField(field: string, value: unknown): boolean {
  return !((amountFields.has(field) || timeFields.has(field)) && isThere(value));
}

/** Compares the order numbers with the request. */
export function echoed({ expected, data }: Answered & { readonly data: Json }): Verdict {
  const reference = param(expected.params, 'mchOrderNo', 'merchant_order_no');
  const orderNo = param(expected.params, 'orderNo');
  return allOf(
    reference === null ? null : same('mchOrderNo', data['mchOrderNo'], reference),
    orderNo === null ? null : same('orderNo', data['orderNo'], orderNo),
  );
}

/** Compares the amount of a new order with the request. */
export function sameAmount({ expected, data }: Answered & { readonly data: Json }): Verdict {
  return same('amount', data['amount'], param(expected.params, 'amount'));
}

/** First rule of creation: a repeated request returns the same order and marks it as a duplicate. */
export function repeated(answered: Answered & { readonly data: Json }, lasting: readonly string[]): Verdict {
  const { expected, earlier, known, data } = answered;
  if (!isCreate(expected)) return null;
  if (known === null || known.data['amount'] !== param(expected.params, 'amount')) return null;
  return allOf(
    same('a repeat returned another order: orderNo', data['orderNo'], known.orderNo),
    ...lasting.map((field) => same(field, data[field], known.data[field])),
    earlier === null ? null : same('duplicate', data['duplicate'], true),
  );
}

/** Returns the fields of an order that never change. */
export function lastingFields(
  { known, data }: Answered & { readonly data: Json },
  lasting: readonly string[],
): Verdict {
  if (known === null) return null;
  return allOf(...lasting.map((field) => same(field, data[field], known.data[field])));
}

/** Second rule of creation: the gateway rejects a repeated order number with another amount or type. */
export function conflicting(answered: Answered & { readonly data: Json }, type: string | null): Verdict {
  const { expected, known } = answered;
  if (!isCreate(expected) || known === null) return null;
  const amount = param(expected.params, 'amount');
  if (known.data['amount'] !== amount)
    return `the gateway accepted the order number for ${quoted(known.data['amount'])} and again for ${quoted(amount)}`;
  if (type === null) return true;
  const before = known.data['tradeType'] ?? known.data['payType'];
  return before === type
    ? true
    : `the gateway accepted the order number for ${quoted(before)} and again for ${quoted(type)}`;
}

/** Returns whether an order made an illegal transition. */
export function moved(
  { earlier, data }: Answered & { readonly data: Json },
  legal: Readonly<Record<string, readonly string[]>>,
): Verdict {
  const before = earlier?.data['status'];
  if (typeof before !== 'string' || !Object.hasOwn(legal, before)) return null;
  const now = data['status'];
  if (now === before) return true;
  return legal[before]?.includes(String(now)) ? true : `the status changed from ${before} to ${quoted(now)}`;
}
