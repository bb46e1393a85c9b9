import type { Change, Store } from '../../../src/store/store.ts';
import type { Belief, FarDatabase } from './far-database.ts';
import type { FarNetwork } from './far-network.ts';

/** The assumptions of a gateway during a write, and functions that inform the gateway. */
export interface Believing {
  readonly belief: () => Belief;
  /** Called after another gateway moved the clock or began a generation. */
  readonly outdated: () => void;
  /** Called after this gateway stored the clock. */
  readonly clockIsPut: (version: number, generation: number) => void;
}

/**
 * The store of a gateway. Changes take effect in the order of the calls.
 *
 * @param generation returns the generation that the caller assumes
 */
export function farStore(
  network: FarNetwork,
  database: FarDatabase,
  believing: Believing,
  generation: () => number,
): Store {
  const { store } = database;
  const reads = <Port extends object>(name: string, port: Port): Port =>
    Object.fromEntries(
      Object.entries(port as Record<string, (...all: unknown[]) => unknown>).map(([call, run]) => [
        call,
        (...all: unknown[]) => network.call(`${name}.${call}`, () => run(...all)),
      ]),
    ) as Port;
  const { settings, clock, config, notifications, tallies } = store;
  return {
    kind: store.kind,
    exclusive: false,
    ...reads('store', { settings, clock, config, notifications, tallies }),
    merchants: reads('merchants', store.merchants),
    deposits: reads('deposits', store.deposits),
    payouts: reads('payouts', store.payouts),
    ledger: reads('ledger', store.ledger),
    callbacks: { ...reads('callbacks', store.callbacks), ...queueWrites(network, database, believing) },
    async commit(change) {
      const asked = generation();
      const result = await network.inOrder(`commits ${namesOf(change)}`, () =>
        database.commit(asked, change),
      );
      const [write] = change;
      if (result.committed && write?.write === 'put_clock') believing.clockIsPut(write.version, asked);
      return result;
    },
    snapshots: null,
    startOver: () => Promise.reject(new Error('only the backend starts over')),
    close: async () => {},
  };
}

function namesOf(change: Change): string {
  return change.map(({ write }) => write).join(' ');
}

function queueWrites(
  network: FarNetwork,
  database: FarDatabase,
  { belief, outdated }: Believing,
): Omit<Store['callbacks'], 'get' | 'latestOf' | 'list' | 'nextDue'> {
  return {
    counts: () => network.call('counts', () => database.counts()),
    claim: async (wanted) => {
      const believed = belief();
      const claims = await network.inOrder('claims', () => database.claim(believed, wanted));
      // The gateway used an outdated clock for this claim, so it repeats or drops the claim.
      if (claims === null) outdated();
      return claims ?? [];
    },
    claimForResend: (id, wanted) =>
      network.inOrder('claims for a re-send', () => database.claimForResend(id, wanted)),
    renew: (claim, ms) => network.inOrder('renews', () => database.renew(claim, ms)),
    finish: (...all) => network.inOrder('finishes', () => database.finish(...all)),
    release: (claim) => network.inOrder('releases', () => database.store.callbacks.release(claim)),
    releaseOwned: (owner) => network.inOrder('releases all', () => database.releaseOwned(owner)),
  };
}
