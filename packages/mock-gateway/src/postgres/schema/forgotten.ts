import { forgottenByCluster } from './cluster.ts';
import { forgottenBySnapshot } from './cluster-snapshot.ts';
import { forgottenMoney } from './journal.ts';
import { forgottenByStore } from './tables.ts';

/** The tables that a reset empties. Excludes `groups`, because a writer may still query the outcome of a group. */
export const forgotten: readonly string[] = [
  ...forgottenByStore,
  ...forgottenMoney,
  ...forgottenBySnapshot,
  ...forgottenByCluster,
];
