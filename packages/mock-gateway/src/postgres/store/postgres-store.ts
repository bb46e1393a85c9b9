import type { CallbackQueue, Change, Store } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { type CallbackReads, callbackReads } from './callbacks.ts';
import { ledgerReads } from './ledger.ts';
import { merchantReads, metaReads } from './meta.ts';
import { depositReads, payoutReads } from './orders.ts';
import { type Beliefs, type Work, worksOf } from './works.ts';
import { Writer } from './writer.ts';

/**
 * The store of one of the gateways over a database. Its tables are there (`migrate`); it closes the database with itself.
 *
 * @param beliefs what the gateway's works are only good for
 */
export function storeOf(database: Database, beliefs: Beliefs): Store {
  const writer = new Writer(database);
  const works = worksOf(beliefs);
  const write = async <T>(work: () => Work<T>): Promise<T> => writer.add(work());
  return {
    kind: 'postgres',
    exclusive: false,
    commit: (change: Change) => write(() => works.change(change)),
    startOver: (change: Change) => write(() => works.startOver(change)),
    merchants: merchantReads(database),
    deposits: depositReads(database),
    payouts: payoutReads(database),
    ledger: ledgerReads(database),
    callbacks: { ...callbackReads(database), ...queueWrites(works, write) },
    ...metaReads(database),
    async close() {
      await writer.close();
      await database.close();
    },
  };
}

function queueWrites(
  works: ReturnType<typeof worksOf>,
  write: <T>(work: () => Work<T>) => Promise<T>,
): Omit<CallbackQueue, keyof CallbackReads> {
  return {
    claim: (wanted) => write(() => works.claim(wanted)),
    claimForResend: (id, wanted) => write(() => works.resend(id, wanted)),
    renew: (held, ms) => write(() => works.renew(held, ms)),
    finish: (held, attempt, next) => write(() => works.finish(held, attempt, next)),
    release: (held) => write(() => works.release(held)),
    releaseOwned: (owner) => write(() => works.releaseOwned(owner)),
  };
}
