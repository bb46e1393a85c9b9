import { forgottenByCluster } from './cluster.ts';
import { forgottenBySnapshot } from './cluster-snapshot.ts';
import { forgottenMoney } from './journal.ts';
import { forgottenByStore } from './tables.ts';

/** What a start over empties; `groups` stays, as somebody may still ask what became of one. */
export const forgotten: readonly string[] = [
  ...forgottenByStore,
  ...forgottenMoney,
  ...forgottenBySnapshot,
  ...forgottenByCluster,
];
