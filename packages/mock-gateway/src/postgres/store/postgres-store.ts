import type { CallbackQueue, Change, CommitResult, Store } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { type CallbackReads, callbackReads } from './callbacks.ts';
import type { Expectation } from './expectation.ts';
import { ledgerReads } from './ledger.ts';
import { merchantReads, metaReads } from './meta.ts';
import { depositReads, payoutReads } from './orders.ts';
import { type ExpectedVersions, type WriteCommand, writeCommandsOf } from './write-commands.ts';
import { Writer } from './writer.ts';

/** A store that can make a commit depend on the state of the other instances. */
export interface PostgresStore extends Store {
  /** @throws {AttemptOutdated} if the expectation fails. Nothing is stored */
  commitIf(change: Change, expects: Expectation): Promise<CommitResult>;
}

/**
 * Creates the store of one instance on a database that already contains the tables (`migrate`). When the store closes,
 * it closes the database.
 */
export function storeOf(database: Database, expected: ExpectedVersions): PostgresStore {
  const writer = new Writer(database);
  const commands = writeCommandsOf(expected);
  const write = async <T>(command: () => WriteCommand<T>): Promise<T> => writer.add(command());
  return {
    kind: 'postgres',
    exclusive: false,
    commit: (change: Change) => write(() => commands.change(change)),
    commitIf: (change, expects) => write(() => commands.change(change, expects)),
    snapshots: null,
    startOver: (change: Change) => write(() => commands.startOver(change)),
    merchants: merchantReads(database),
    deposits: depositReads(database),
    payouts: payoutReads(database),
    ledger: ledgerReads(database),
    callbacks: { ...callbackReads(database), ...queueWrites(commands, write) },
    ...metaReads(database),
    async close() {
      await writer.close();
      await database.close();
    },
  };
}

function queueWrites(
  commands: ReturnType<typeof writeCommandsOf>,
  write: <T>(command: () => WriteCommand<T>) => Promise<T>,
): Omit<CallbackQueue, keyof CallbackReads> {
  return {
    claim: (wanted) => write(() => commands.claim(wanted)),
    claimForResend: (id, wanted) => write(() => commands.resend(id, wanted)),
    renew: (held, ms) => write(() => commands.renew(held, ms)),
    finish: (held, attempt, next) => write(() => commands.finish(held, attempt, next)),
    release: (held) => write(() => commands.release(held)),
    releaseOwned: (owner) => write(() => commands.releaseOwned(owner)),
  };
}
