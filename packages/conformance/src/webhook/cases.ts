import type { WebhookCase } from './case.ts';
import { amountCases } from './cases/amounts.ts';
import { forgedCases } from './cases/forged.ts';
import { misdirectedCases } from './cases/misdirected.ts';
import { pathCases } from './cases/path.ts';
import { plainCases } from './cases/plain.ts';
import { repeatCases } from './cases/repeats.ts';
import { returnPageCases } from './cases/return-page.ts';
import { spellingCases } from './cases/spellings.ts';
import { statusCases } from './cases/statuses.ts';
import { unreadableCases } from './cases/unreadable.ts';
import type { CheckedKind } from './order.ts';

/** Case about the response time (spec: Limits, Callback timeout). */
const timingCase: WebhookCase = {
  id: 'answer-time',
  title: 'responses arrive well before the timeout',
  kind: 'payin',
  timed: true,
  why: 'A delivery fails if the response takes more than 8 seconds, even if your shop did the work. The gateway retries the callback.',
  fix: 'Record the payment and return success. Do slow work, for example email or stock updates, after the response.',
};

/** Every case in the order of execution. Prerequisites come first, and cases about earlier callbacks come last. */
export const webhookCases: readonly WebhookCase[] = [
  ...pathCases,
  ...plainCases,
  ...spellingCases,
  ...forgedCases,
  ...unreadableCases,
  ...misdirectedCases,
  ...statusCases,
  ...amountCases,
  ...returnPageCases,
  ...repeatCases,
  timingCase,
];

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
