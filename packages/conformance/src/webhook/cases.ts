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
import { timingCases } from './cases/timing.ts';

/** Every case in the order of execution. Prerequisites come first, and cases about earlier callbacks come last. */
export const webhookCases: readonly WebhookCase[] = [
  ...pathCases,
  ...plainCases,
  ...spellingCases,
  ...forgedCases,
  ...misdirectedCases,
  ...statusCases,
  ...amountCases,
  ...returnPageCases,
  ...repeatCases,
  ...timingCases,
];
