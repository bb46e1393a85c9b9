import { amountPattern } from '@inrgate/sdk/internal';
import { type Paise, parseAmount } from '@inrgate/sdk/protocol';
import * as z from 'zod';
import { CheckError } from '../findings/check-error.ts';
import type { CheckedKind } from './order.ts';
import { shopJson } from './shop-request.ts';

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
  const ask = async (mchOrderNo: string): Promise<Credits> => {
    const answer =
      typeof probe === 'string'
        ? await fetched(probe, { mchOrderNo, expected }, signal)
        : await called(probe, mchOrderNo);
    const parsed = schema.safeParse(answer);
    if (!parsed.success) {
      const wrong = `the probe returns an invalid value for ${mchOrderNo}`;
      throw new CheckError('probe_failed', `${wrong}: ${expected}`);
    }
    const { count, amount, status = kind === 'payout' ? null : undefined } = parsed.data;
    return { kind, count, amount: parseAmount(amount), status };
  };
  const all = await Promise.all(orders.map(ask));
  return {
    kind,
    count: all.reduce((sum, { count }) => sum + count, 0),
    amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    status: all[0]?.status,
  };
}

async function called(probe: Exclude<Probe | PayoutProbe, string>, mchOrderNo: string): Promise<unknown> {
  try {
    return await probe(mchOrderNo);
  } catch (cause) {
    if (cause instanceof CheckError) throw cause;
    throw new CheckError('probe_failed', 'the probe failed', { cause });
  }
}

function fetched(
  probe: string,
  { mchOrderNo, expected }: { readonly mchOrderNo: string; readonly expected: string },
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(probe);
  url.searchParams.set('mchOrderNo', mchOrderNo);
  return shopJson(url, { what: 'the probe', code: 'probe_failed', expected, signal });
}
