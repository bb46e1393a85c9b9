import { amountPattern, mchOrderNoPattern } from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';
import * as z from 'zod';
import { CheckError, type CheckErrorCode, invalidOption } from '../findings/report.ts';
import { fetchedText, jsonRequest, objectOf } from '../http/messages.ts';
import type { CheckedKind } from './callback-writer.ts';

/** Timeout in milliseconds of a request to a URL of the shop. */
const timeoutMs = 10_000;

interface ShopCall {
  /** Beginning of every error message: `the probe`. */
  readonly what: string;
  readonly code: CheckErrorCode;
  /** The expected response, the end of every error message. */
  readonly expected: string;
  readonly signal: AbortSignal;
  /** JSON body of a POST. Without a body, the request is a GET. */
  readonly body?: object;
}

/**
 * Returns the JSON from a URL of the shop, or undefined if the response has no body.
 *
 * @throws {CheckError} for a missing response, another status or invalid JSON
 */
async function shopJson(url: URL, { what, code, expected, signal, body }: ShopCall): Promise<unknown> {
  const { headers, ...request } = jsonRequest(body);
  const { status, text, cause, isLate } = await fetchedText(
    url,
    { ...request, headers: { accept: 'application/json', ...headers }, redirect: 'manual' },
    // `{"count":1,"amount":"500.00"}` contains 30 bytes.
    { signal, timeoutMs, limit: 4_096 },
  );
  if (status === null) {
    const within = isLate ? ` within ${timeoutMs / 1_000} s` : '';
    throw new CheckError(code, `${what} does not respond${within}`, { cause });
  }
  if (status < 200 || status > 299) {
    throw new CheckError(code, `${what} returns status ${status}: ${expected}`);
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CheckError(code, `${what} does not return JSON: ${expected}`, { cause });
  }
}

/** Calls a function of the shop. Its error is the cause of a `CheckError`. */
async function called<T>(code: CheckErrorCode, message: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof CheckError) throw cause;
    throw new CheckError(code, message, { cause });
  }
}

/** The result of a probe: the number of credits of an order, and the total amount. */
export interface Credited {
  /** Number of credits. */
  readonly count: number;
  /** Total amount in INR with two decimals. */
  readonly amount: string;
  /** The status that the shop stored, if it reports one. */
  readonly status?: string | null;
}

/** A function that returns the credits, or a URL that returns them for `GET URL?mchOrderNo=…`. */
export type Probe = string | ((mchOrderNo: string) => Credited | Promise<Credited>);

/** The result of a payout probe: the number of times that the payout was recorded as paid, and the total amount. */
export interface RecordedPayout extends Credited {
  /** The last stored status: `processing`, `success`, `failed` or null. */
  readonly status: string | null;
}

/** A function that returns the recorded payout, or a URL that returns it for `GET URL?mchOrderNo=…`. */
export type PayoutProbe = string | ((mchOrderNo: string) => RecordedPayout | Promise<RecordedPayout>);

/** The results of a probe, summed over orders. */
export interface Credits {
  readonly kind: CheckedKind;
  readonly count: number;
  readonly amount: Paise;
  /** The stored status of the first order. Undefined if the probe reports none. */
  readonly status?: string | null | undefined;
  /** The stored status before the case. */
  readonly statusBefore?: string | null | undefined;
}

const credited = z.object({
  count: z.int().min(0),
  amount: z.string().regex(amountPattern),
  status: z.string().nullable().optional(),
});
const probed = {
  payin: {
    schema: credited,
    expected: 'expected {"count": 1, "amount": "500.00"}, the number of credits and their total',
  },
  payout: {
    // A shop has no status of a payout that it does not know.
    schema: credited.refine(({ count, status }) => count === 0 || status !== undefined),
    expected:
      'expected {"count": 1, "amount": "500.00", "status": "success"}, the number of recorded payments, their total and the stored state',
  },
} as const;

/**
 * Adds the probe's results for these orders.
 *
 * @throws {CheckError} `probe_failed` if the probe fails or returns an invalid value
 */
export async function creditsOf(
  probe: Probe | PayoutProbe,
  { kind, orders }: { readonly kind: CheckedKind; readonly orders: readonly string[] },
  signal: AbortSignal,
): Promise<Credits> {
  const { schema, expected } = probed[kind === 'payout' ? 'payout' : 'payin'];
  const code = 'probe_failed';
  const ask = async (mchOrderNo: string) => {
    if (typeof probe !== 'string') return called(code, 'the probe failed', () => probe(mchOrderNo));
    const url = new URL(probe);
    url.searchParams.set('mchOrderNo', mchOrderNo);
    return shopJson(url, { what: 'the probe', code, expected, signal });
  };
  const read = async (mchOrderNo: string): Promise<Credits> => {
    const { data } = schema.safeParse(await ask(mchOrderNo));
    if (data === undefined)
      throw new CheckError(code, `the probe returns an invalid value for ${mchOrderNo}: ${expected}`);
    const { count, amount, status = kind === 'payout' ? null : undefined } = data;
    return { kind, count, amount: parseAmount(amount), status };
  };
  const all = await Promise.all(orders.map(read));
  return {
    kind,
    count: all.reduce((sum, { count }) => sum + count, 0),
    amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    status: all[0]?.status,
  };
}

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
  const code = 'order_failed';
  const own =
    typeof createOrder === 'string'
      ? orderNoIn(
          await shopJson(new URL(createOrder), { what: 'createOrder', code, expected, signal, body: wanted }),
        )
      : await called(code, 'createOrder did not create the order in your shop', () => createOrder(wanted));
  if (own === undefined || own === '') return wanted.mchOrderNo;
  if (mchOrderNoPattern.test(own)) return own;
  throw new CheckError(
    code,
    `createOrder returned an invalid order number with ${own.length} characters. Allowed: 1 to 100 letters, digits and _ - . : # /`,
  );
}

function orderNoIn(answer: unknown): string | undefined {
  if (answer === undefined) return undefined;
  const own = objectOf(answer)?.['mchOrderNo'];
  if (typeof own === 'string') return own;
  throw new CheckError('order_failed', `createOrder returns an invalid value: ${expected}`);
}

const placeholder = '{mchOrderNo}';

/**
 * Returns the URL of the return page for an order.
 *
 * @throws {CheckError} `invalid_option` for a URL without the placeholder
 */
export function returnPageOf(returnUrl: string, mchOrderNo: string): URL {
  const text = returnUrl.replaceAll(placeholder, encodeURIComponent(mchOrderNo));
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !returnUrl.includes(placeholder)) {
    invalidOption(
      `returnUrl must be an http or https URL that contains ${placeholder}, for example https://shop.example/return?order=${placeholder}`,
    );
  }
  return url;
}

export interface Visit {
  /** HTTP status, or null if no response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Opens the return page and follows redirects, like a browser. */
export async function visit(url: URL, signal: AbortSignal): Promise<Visit> {
  const startedAt = performance.now();
  const page = { headers: { accept: 'text/html' } };
  const { status } = await fetchedText(url, page, { signal, timeoutMs, limit: 1_000_000 });
  return { status, durationMs: Math.round(performance.now() - startedAt) };
}
