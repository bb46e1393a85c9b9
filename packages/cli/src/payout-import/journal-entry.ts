import * as z from 'zod';

// The file's form: its first line is the header, each line after it one entry.

/** Whom the file's rows are paid by, and the salt of their digests. */
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
  /** ISO-8601, IST. */
  createdAt: z.string().nullable(),
};

const intent = z.object({
  event: z.literal('intent'),
  ...common,
  line: z.int(),
  /** Of the whole row. */
  digest: z.string(),
  /** Of the amount and the destination alone. */
  payment: z.string(),
});
const answer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('created'), ...common, ...order }),
  z.object({ event: z.literal('duplicate'), ...common, ...order, accepted: z.literal(true).optional() }),
  // The number is that of the other withdrawal which a duplicate_order is about, once it was looked at.
  z.object({ event: z.literal('refused'), ...common, error: z.string(), orderNo: z.string().optional() }),
  // The number is known where the gateway has a withdrawal that is not quite the row's.
  z.object({ event: z.literal('unknown'), ...common, error: z.string(), orderNo: z.string().optional() }),
  z.object({ event: z.literal('not_sent'), ...common, error: z.string() }),
]);

export const entrySchema = z.union([intent, answer]);
export type JournalEntry = z.output<typeof entrySchema>;

/** `Omit` for each member of a union. */
type Each<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * What became of a row:
 * - `created`: the withdrawal exists, made by this import.
 * - `duplicate`: one of this number existed that no run of this journal sent; the row's only where it was accepted.
 * - `refused`: the gateway refused every attempt; there is none.
 * - `unknown`: there may be one.
 * - `not_sent`: the gateway was not reached; there is none.
 */
export type SendOutcome = Each<z.output<typeof answer>, keyof typeof common>;

type Existing = Extract<SendOutcome, { readonly event: 'created' | 'duplicate' }>;

/** The row's payout, where one exists. */
export function settledBy(outcome: SendOutcome | undefined): Existing | undefined {
  if (outcome?.event === 'created') return outcome;
  return outcome?.event === 'duplicate' && outcome.accepted === true ? outcome : undefined;
}

/** What the journal knows about a number. */
export interface RowState {
  /** Of the row as it was last sent. */
  readonly digest: string;
  /** Of its amount and destination alone. */
  readonly payment: string;
  readonly line: number;
  /** The last answer; undefined when none was written down. */
  readonly answer: SendOutcome | undefined;
  /** Whether a withdrawal may exist that is not known of. */
  readonly open: boolean;
  /** Whether one may exist from an attempt before the last: no refusal of the last one settles that. */
  readonly openBefore: boolean;
  /** When a run of this journal first sent the number; ISO-8601, IST. */
  readonly firstSent: string;
  /** The gateway's number of the payout that existed under this number and that no run sent. */
  readonly existing: string | undefined;
}

/** The state of a number after an entry. An answer without its intent says nothing. */
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
