import { webhookCases } from './cases.ts';
import type { CheckedKind } from './order.ts';

/** A case as a list shows it. */
export interface CaseSummary {
  /** Stable: `cases: [id]`. */
  readonly id: string;
  /** What has to hold. */
  readonly title: string;
  /** What it is about. */
  readonly kind: CheckedKind;
  /** Why it matters. */
  readonly why: string;
  /** How to mend it. */
  readonly fix: string;
}

/** Every case of `checkWebhook`, in the order in which they are played. */
export function caseSummaries(): readonly CaseSummary[] {
  return webhookCases.map(({ id, title, kind, why, fix }) => ({ id, title, kind, why, fix }));
}
