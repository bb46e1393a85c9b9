import * as z from 'zod';

/** Merchant that pays the rows, and the salt of the digests. */
export const headerSchema = z.object({
  journal: z.literal('inrgate payout import'),
  version: z.literal(1),
  baseUrl: z.string(),
  mchId: z.string(),
  salt: z.string(),
});
export type JournalHeader = z.output<typeof headerSchema>;

const common = { mchOrderNo: z.string(), at: z.string() };
const order = {
  orderNo: z.string(),
  status: z.string(),
  fee: z.string().nullable(),
  totalDebit: z.string().nullable(),
  /** Time of creation as ISO 8601 in IST. */
  createdAt: z.string().nullable(),
};

const intent = z.object({
  event: z.literal('intent'),
  ...common,
  line: z.int(),
  digest: z.string(),
  payment: z.string(),
});
const answer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('created'), ...common, ...order }),
  z.object({ event: z.literal('duplicate'), ...common, ...order, accepted: z.literal(true).optional() }),
  // orderNo identifies the other payout after duplicate_order, if the import has queried it.
  z.object({ event: z.literal('refused'), ...common, error: z.string(), orderNo: z.string().optional() }),
  // orderNo identifies a payout at the gateway that differs from the row.
  z.object({ event: z.literal('unknown'), ...common, error: z.string(), orderNo: z.string().optional() }),
  z.object({ event: z.literal('not_sent'), ...common, error: z.string() }),
]);

export const entrySchema = z.union([intent, answer]);
export type JournalEntry = z.output<typeof entrySchema>;

/** Applies `Omit` to each member of a union. */
type Each<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * Outcome of a row.
 *
 * - `created`: this import created the payout.
 * - `duplicate`: a payout existed that no run of this journal sent. The payout counts as the row's only if the user
 *   accepted it.
 * - `refused`: the gateway rejected every attempt, so no payout exists.
 * - `unknown`: a payout may exist.
 * - `not_sent`: no request reached the gateway, so no payout exists.
 */
export type SendOutcome = Each<z.output<typeof answer>, keyof typeof common>;

type Existing = Extract<SendOutcome, { readonly event: 'created' | 'duplicate' }>;

/** Returns the row's payout, if it exists. */
export function settledBy(outcome: SendOutcome | undefined): Existing | undefined {
  if (outcome?.event === 'created') return outcome;
  return outcome?.event === 'duplicate' && outcome.accepted === true ? outcome : undefined;
}

/** State of an order number, as the journal records it. */
export interface RowState {
  /** Digest of the row at its last attempt. */
  readonly digest: string;
  /** Digest of the amount and the destination. */
  readonly payment: string;
  readonly line: number;
  readonly answer: SendOutcome | undefined;
  /** True if the outcome is unknown, so a payout may exist. */
  readonly open: boolean;
  /** True if an earlier attempt may have created a payout. Stays true if the last attempt was rejected. */
  readonly openBefore: boolean;
  /** Time of the first attempt of this journal as ISO 8601 in IST. */
  readonly firstSent: string;
  /** Gateway order number of an existing payout that no run sent. */
  readonly existing: string | undefined;
}

/** Returns the state of an order number after an entry. Ignores an outcome without a preceding intent. */
export function stateAfter(before: RowState | undefined, entry: JournalEntry): RowState | undefined {
  if (entry.event === 'intent') {
    const { digest, payment, line, at } = entry;
    const { firstSent = at, existing, open: openBefore = false } = before ?? {};
    return { digest, payment, line, answer: undefined, open: true, openBefore, firstSent, existing };
  }
  const existing = entry.event === 'duplicate' ? entry.orderNo : before?.existing;
  const settles = entry.event === 'created' || entry.event === 'duplicate';
  return (
    before && {
      ...before,
      answer: entry,
      open: entry.event === 'unknown' || (before.openBefore && !settles),
      existing,
    }
  );
}
