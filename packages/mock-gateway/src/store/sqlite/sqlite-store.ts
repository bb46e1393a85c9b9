import type { Attempt } from '../../domain/callback.ts';
import type {
  AfterAttempt,
  CallbackQueue,
  Change,
  Claim,
  CommitResult,
  Conflict,
  DepositReads,
  History,
  LedgerReads,
  MerchantReads,
  PayoutReads,
  Snapshots,
  Store,
} from '../store.ts';
import { storeClosed } from '../store-error.ts';
import { callbackStatements } from './callbacks.ts';
import { type Db, openFile, openMemory, startAnew } from './database.ts';
import { depositStatements } from './deposits.ts';
import { asStoreError } from './errors.ts';
import { grouped, type Isolate, OwnRollback } from './grouped-commits.ts';
import { ledgerStatements } from './ledger.ts';
import { checkInTurns, type LedgerSteps } from './ledger-check.ts';
import { merchantStatements } from './merchants.ts';
import { metaStatements } from './meta.ts';
import { payoutStatements } from './payouts.ts';
import { promised, type Sync } from './promised.ts';
import type { Appliers } from './rows.ts';
import { SearchIndex } from './search-index.ts';
import { snapshotsOf } from './snapshots.ts';
import { tallyStatement } from './tallies.ts';

/**
 * Opens the store of a gateway.
 *
 * @param file path of the database file, or null for a store in memory
 * @param realTime clock in epoch milliseconds. Only tests change the default
 * @throws {StoreError} `store_locked`, `store_newer`, `store_corrupt`, `store_unreadable`. The file stays unchanged
 */
export function openStore(file: string | null, realTime?: () => number): Store {
  return file === null
    ? storeOver(openMemory(), 'the store in memory', realTime)
    : storeOver(openFile(file), file, realTime);
}

/** Opens a store on an open database, for tests that read the database directly. */
export function storeOver(
  db: Db,
  name: string,
  realTime: () => number = Date.now,
  index: SearchIndex | null = db.memory ? null : new SearchIndex(db),
): Store {
  const tables = prepareTables(db, realTime, index);
  const { apply, startOver } = applier(db, tables);
  const commits = grouped(db, {
    asTrouble: (error) => asStoreError(error, name),
    rolledBack: tables.callbacks.forget,
  });
  const write = <T>(work: (isolate: Isolate) => T): Promise<T> =>
    db.open ? commits.add(work) : Promise.reject(storeClosed(name));
  const only = {
    ...tables.meta.reads,
    tallies: tallyStatement(db),
    startOver(change: Change) {
      // End earlier calls before the data is deleted.
      commits.flush();
      tables.merchants.forget();
      tables.callbacks.forget();
      return startOver(change);
    },
  };
  const asPromised = <Port extends object>(functions: Sync<Port>) => promised<Port>(functions, { db, name });
  const copies = snapshotsOf(db);
  const snapshots = asPromised<Snapshots>({
    list: copies.list,
    remove: copies.remove,
    save(snapshotName, createdAt, clock) {
      commits.flush();
      return copies.save(snapshotName, createdAt, clock);
    },
    restore(snapshotName) {
      commits.flush();
      tables.merchants.forget();
      tables.callbacks.forget();
      if (!copies.restore(snapshotName)) return null;
      const { settings, clock } = tables.meta.reads;
      return {
        settings: settings()?.value ?? null,
        clock: clock()?.value ?? null,
        merchants: tables.merchants.reads.all(),
      };
    },
  });
  const { step } = asPromised<LedgerSteps>({ step: tables.ledger.checkStep });
  return {
    commit: (change) => write((isolate) => apply(change, isolate)),
    kind: db.memory ? 'memory' : 'sqlite',
    snapshots,
    merchants: asPromised<MerchantReads>(tables.merchants.reads),
    deposits: asPromised<DepositReads>({
      ...tables.deposits.reads,
      history: historyOf(tables, tables.deposits.reads.get),
    }),
    payouts: asPromised<PayoutReads>({
      ...tables.payouts.reads,
      history: historyOf(tables, tables.payouts.reads.get),
    }),
    ledger: {
      ...asPromised<Omit<LedgerReads, 'check'>>(tables.ledger.reads),
      check: () => checkInTurns(step),
    },
    callbacks: {
      ...asPromised<CallbackReads>(tables.callbacks.reads),
      ...queueWrites(tables, write),
    },
    ...asPromised<Pick<Store, keyof typeof only>>(only),
    async close() {
      commits.flush();
      index?.close();
      db.close();
    },
  };
}

type Tables = ReturnType<typeof prepareTables>;

function prepareTables(db: Db, realTime: () => number, index: SearchIndex | null) {
  const merchants = merchantStatements(db);
  const deposits = depositStatements(db, index);
  const payouts = payoutStatements(db, index);
  const ledger = ledgerStatements(db);
  const callbacks = callbackStatements(db, realTime);
  const meta = metaStatements(db);
  const writes: Appliers = {
    ...merchants.writes,
    ...deposits.writes,
    ...payouts.writes,
    ...ledger.writes,
    ...callbacks.writes,
    ...meta.writes,
  };
  return { merchants, deposits, payouts, ledger, callbacks, meta, writes };
}

/** Reads an order with its history synchronously, so no write can occur between the reads. */
function historyOf<Order>({ meta, ledger, callbacks }: Tables, get: (orderNo: string) => Order | null) {
  return (orderNo: string): History<Order> | null => {
    const order = get(orderNo);
    if (order === null) return null;
    return {
      order,
      moves: meta.moves(orderNo),
      transactions: ledger.reads.transactions({ orderNo }),
      callbacks: callbacks.ofOrder(orderNo),
    };
  };
}

/** Rolls a transaction back. The error never leaves this file. */
class Refused extends OwnRollback {
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super(conflict);
    this.conflict = conflict;
  }
}

/** Stores all writes of a change, or nothing. */
function applier(db: Db, tables: Tables) {
  function applyAll(change: Change): CommitResult {
    if (change.length === 0) tables.meta.takeRoom();
    let isShort = false;
    for (const write of change) {
      const apply: (write: never) => Conflict | null = tables.writes[write.write];
      const conflict = apply(write as never);
      if (conflict === 'balance') isShort = true;
      // The usual conflict is a repeated order. Its first write has changed nothing, so no rollback is needed.
      else if (conflict === 'exists' && write === change[0]) return { committed: false, conflict };
      else if (conflict !== null) throw new Refused(conflict);
    }
    if (isShort) throw new Refused('balance');
    return { committed: true };
  }

  return {
    apply: (change: Change, isolate: Isolate) => answered(() => isolate(() => applyAll(change))),
    startOver: (change: Change) =>
      answered(() =>
        startAnew(db, () => {
          const result = applyAll(change);
          if (!result.committed) throw new Refused(result.conflict);
          return result;
        }),
      ),
  };
}

function answered(transaction: () => CommitResult): CommitResult {
  try {
    return transaction();
  } catch (error) {
    if (error instanceof Refused) return { committed: false, conflict: error.conflict };
    throw error;
  }
}

type CallbackReads = Pick<CallbackQueue, 'get' | 'latestOf' | 'list' | 'counts' | 'nextDue'>;

/**
 * Writes of the callback queue. Claims and completions share the transactions of concurrent commits and keep their
 * order.
 */
function queueWrites(
  { callbacks, meta }: Tables,
  write: <T>(work: () => T) => Promise<T>,
): Omit<CallbackQueue, keyof CallbackReads> {
  const { finish, ...claims } = callbacks.claims;
  const finishNow = (held: Claim, attempt: Attempt, next: AfterAttempt): boolean => {
    if (!finish(held, attempt, next)) return false;
    callbacks.addAttempt(held.seq, attempt);
    if (next.notification !== null) meta.notify(next.notification);
    return true;
  };
  return {
    claim: (wanted) => write(() => claims.claim(wanted)),
    claimForResend: (id, wanted) => write(() => claims.claimForResend(id, wanted)),
    renew: (held, ms) => write(() => claims.renew(held, ms)),
    finish: (held, attempt, next) => write(() => finishNow(held, attempt, next)),
    release: (held) => write(() => claims.release(held)),
    releaseOwned: (owner) => write(() => claims.releaseOwned(owner)),
  };
}
