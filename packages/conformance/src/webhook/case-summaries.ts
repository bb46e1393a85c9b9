import { webhookCases } from './cases.ts';
import type { CheckedKind } from './order.ts';

/** A case in a list. */
export interface CaseSummary {
  /** Stable: `cases: [id]`. */
  readonly id: string;
  /** The expected behaviour. */
  readonly title: string;
  /** The kind of order, or `path` for the path to the endpoint, which is checked for every kind. */
  readonly kind: CheckedKind | 'path';
  /** Why it matters. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
}

/** Every case of `checkWebhook`, in the order in which they run. */
export function caseSummaries(): readonly CaseSummary[] {
  return webhookCases.map(({ id, title, kind, why, fix }) => ({ id, title, kind, why, fix }));
}
