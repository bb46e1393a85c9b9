import { forgottenMoney } from './journal.ts';
import { forgottenByPulse } from './pulse.ts';
import { forgottenBySharing } from './sharing.ts';
import { forgottenByStore } from './tables.ts';

/** What a start over empties; `groups` stays, as somebody may still ask what became of one. */
export const forgotten: readonly string[] = [
  ...forgottenByStore,
  ...forgottenMoney,
  ...forgottenByPulse,
  ...forgottenBySharing,
];
