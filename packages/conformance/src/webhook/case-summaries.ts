import { webhookCases } from './cases.ts';
import type { CheckedKind } from './order.ts';

/** A case in a list. */
export interface CaseSummary {
  /** Stable identifier: `cases: [id]`. */
  readonly id: string;
  /** The expected behaviour. */
  readonly title: string;
  /** The kind of order. `path` for the path to the endpoint, which callbacks of every kind use. */
  readonly kind: CheckedKind | 'path';
  /** Reason why the case is important. */
  readonly why: string;
  /** Fix if the case fails. */
  readonly fix: string;
}

/** Every case of `checkWebhook`, in the order of execution. */
export function caseSummaries(): readonly CaseSummary[] {
  return webhookCases.map(({ id, title, kind, why, fix }) => ({ id, title, kind, why, fix }));
}
