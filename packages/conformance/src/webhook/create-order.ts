import { mchOrderNoPattern } from '@inrgate/sdk/internal';
import { CheckError } from '../findings/check-error.ts';
import { objectOf } from '../http/json.ts';
import type { CheckedKind } from './order.ts';
import { shopJson } from './shop-request.ts';

/** An order that the shop must create for a case, because a shop accepts only its own orders. */
export interface WantedOrder {
  /** The kind of order. */
  readonly kind: CheckedKind;
  /** The order number that the check proposes. */
  readonly mchOrderNo: string;
  /** Amount in INR with two decimals. */
  readonly amount: string;
}

/**
 * A function or a URL that creates a pending order. A function returns the order number, or nothing if it used the
 * proposed order number. A URL receives the wanted order as JSON in a POST, and returns `{"mchOrderNo": "…"}` or an
 * empty body.
 */
export type CreateOrder =
  | string
  | ((wanted: WantedOrder) => string | undefined | Promise<string | undefined>);

const expected = 'expected {"mchOrderNo": "ORDER-1"}, or an empty body for the proposed order number';

/**
 * Creates an order in the shop and returns its order number.
 *
 * @throws {CheckError} `order_failed`
 */
export async function createdOrderNo(
  createOrder: CreateOrder,
  wanted: WantedOrder,
  signal: AbortSignal,
): Promise<string> {
  const own =
    typeof createOrder === 'string'
      ? orderNoIn(await shopJson(new URL(createOrder), { ...request, body: wanted, signal }))
      : await called(createOrder, wanted);
  if (own === undefined || own === '') return wanted.mchOrderNo;
  if (mchOrderNoPattern.test(own)) return own;
  throw new CheckError(
    'order_failed',
    `createOrder returned an invalid order number with ${own.length} characters. Allowed: 1 to 100 letters, digits and _ - . : # /`,
  );
}

const request = { what: 'createOrder', code: 'order_failed', expected } as const;

function orderNoIn(answer: unknown): string | undefined {
  if (answer === undefined) return undefined;
  const own = objectOf(answer)?.['mchOrderNo'];
  if (typeof own === 'string') return own;
  throw new CheckError('order_failed', `createOrder returns an invalid value: ${expected}`);
}

async function called(createOrder: Exclude<CreateOrder, string>, wanted: WantedOrder) {
  try {
    return await createOrder(wanted);
  } catch (cause) {
    if (cause instanceof CheckError) throw cause;
    throw new CheckError('order_failed', 'createOrder did not create the order in your shop', { cause });
  }
}
