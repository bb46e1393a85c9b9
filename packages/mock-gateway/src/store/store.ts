import type { Paise } from '@inrgate/sdk/protocol';
import type { Attempt, Callback, CallbackState, NewCallback } from '../domain/callback.ts';
import type { Deposit, DepositKind, DepositStatus } from '../domain/deposit.ts';
import type { Move, Notification } from '../domain/history.ts';
import type { Account, LedgerEntry, LedgerTransaction, Wallet } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';

/** Kind of store. */
export const storeKinds = ['memory', 'sqlite', 'postgres'] as const;

/**
 * All persistent data of the gateway. Asynchronous, so that it can be a database on a network.
 *
 * Each `commit` is one atomic step that is on disk when it resolves (invariants: "what was answered is on disk",
 * "state, entries and callback commit together"). Each call returns a consistent snapshot without partial commits.
 * Commits and resets take effect in the order of their calls.
 */
export interface Store {
  readonly kind: (typeof storeKinds)[number];
  /** True if the opener has the store exclusively, so that all earlier users are gone. */
  readonly exclusive: boolean;

  /**
   * Writes all of a change or nothing. Returns the first failed precondition instead of throwing. A change without
   * writes has no effect, and fails if the store has no space for one with writes.
   */
  commit(change: Change): Promise<CommitResult>;

  readonly merchants: MerchantReads;
  readonly deposits: DepositReads;
  readonly payouts: PayoutReads;
  readonly ledger: LedgerReads;
  readonly callbacks: CallbackQueue;

  settings(): Promise<Versioned<Settings> | null>;
  /** The clock as last moved; null if it never was. */
  clock(): Promise<Versioned<StoredClock> | null>;
  /** The configuration of the last start as JSON; null before the first. */
  config(): Promise<Versioned<string> | null>;
  notifications(mchId: string, page: Page): Promise<Paged<Notification>>;

  /** Counts of everything by state. */
  /** @param now an unpaid order counts as expired from its `expiresAt` on, also before that is written down */
  tallies(now: number): Promise<Tallies>;

  /** Deletes everything and applies this change in one commit, so that no reader sees an empty store. */
  startOver(change: Change): Promise<CommitResult>;
  /** Copies of the whole store; null if the store supports none. */
  readonly snapshots: Snapshots | null;
  /**
   * Runs generated work without a disk write for each commit. All of it is on disk afterwards, or after a crash of the process.
   * A power loss meanwhile loses the last commits. Undefined where commits do not wait for a disk.
   */
  readonly unsynced?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Later calls fail with StoreError `store_closed`. */
  close(): Promise<void>;
}

/** A copy of the whole store. */
export interface Snapshot {
  readonly name: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Number of orders in it. */
  readonly orders: number;
}

/** Content of the store after a restore that other parts of the gateway hold in memory. */
export interface Restored {
  readonly settings: Settings | null;
  readonly clock: StoredClock | null;
  readonly merchants: readonly Merchant[];
}

/** Named snapshots of the whole store. */
export interface Snapshots {
  list(): Promise<readonly Snapshot[]>;
  /** Replaces a copy of that name. */
  save(name: string, createdAt: number): Promise<Snapshot>;
  /** Returns false if there is no copy of that name. */
  remove(name: string): Promise<boolean>;
  /**
   * Replaces everything by the copy in one commit. Returns null if there is no copy of that name.
   *
   * @throws {StoreError} `store_newer` for a copy of another version
   */
  restore(name: string): Promise<Restored | null>;
}

/** Writes that are committed together or not at all. */
export type Change = readonly Write[];

/**
 * One part of a change with its preconditions. A versioned value is written with the version after the loaded one, or 1
 * for a new value. It fails with `version` if another write came first.
 */
export type Write =
  /** Conflict `exists` when another merchant has that `mchId` or `mchKey`. */
  | { readonly write: 'insert_merchant'; readonly merchant: Merchant }
  /** Conflict `version` also for an unknown merchant, otherwise `exists` if another merchant has that `mchKey`. */
  | { readonly write: 'update_merchant'; readonly merchant: Merchant }
  | { readonly write: 'put_settings'; readonly settings: Settings; readonly version: number }
  | { readonly write: 'put_clock'; readonly clock: StoredClock; readonly version: number }
  | { readonly write: 'put_config'; readonly config: string; readonly version: number }
  /** Conflict `exists` when the merchant has that reference (per kind) already, or a generated order number is taken. */
  | { readonly write: 'insert_deposit'; readonly deposit: Deposit }
  /** Writes the state; the rest is frozen. */
  | { readonly write: 'update_deposit'; readonly deposit: Deposit }
  | { readonly write: 'insert_payout'; readonly payout: Payout }
  | { readonly write: 'update_payout'; readonly payout: Payout }
  /** Conflict `balance` when an account of a merchant would fall below zero. */
  | { readonly write: 'post'; readonly transaction: LedgerTransaction }
  /** Adds to the merchant's payouts of that IST day. Conflict `daily_limit` if the sum would exceed `max`. */
  | {
      readonly write: 'add_daily';
      readonly mchId: string;
      readonly day: string;
      readonly amount: Paise;
      readonly max: Paise | null;
    }
  /** Due at once; `undeliverable` when it has no URL. */
  | { readonly write: 'enqueue'; readonly callback: NewCallback }
  /** A completed callback test: delivered or failed, never due. Conflict `version` for an unknown merchant. */
  | { readonly write: 'record_test'; readonly callback: NewCallback; readonly attempt: Attempt }
  | { readonly write: 'record'; readonly move: Move }
  | { readonly write: 'notify'; readonly notification: Notification };

/** The failed precondition: a new row exists already, a row was written since, or a limit would be exceeded. */
export type Conflict = 'exists' | 'version' | 'balance' | 'daily_limit';

/**
 * True if everything was written. After a failed precondition nothing was, and the first one is returned. `balance`
 * comes before the day's total in the lock order but is reported last (reading: order of checks 12).
 */
export type CommitResult =
  | { readonly committed: true }
  | { readonly committed: false; readonly conflict: Conflict };

/** A singleton and its version. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** A moved clock: `offset` ms ahead of real time, or frozen at `frozenAt` (epoch ms). */
export interface StoredClock {
  readonly offset: number;
  readonly frozenAt: number | null;
}

/**
 * Newest first unless stated otherwise. `cursor` is the `nextCursor` of the previous page; any other value is a
 * StoreError `invalid_cursor`.
 */
export interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page with the cursor of the next one; null on the last page. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Merchants, found by the names in requests. */
export interface MerchantReads {
  get(mchId: string): Promise<Merchant | null>;
  /** Returns a merchant by its API Key, which identifies it in v1. */
  byKey(mchKey: string): Promise<Merchant | null>;
  /** In the order in which they were added. */
  all(): Promise<readonly Merchant[]>;
  /** The same, page by page. */
  list(page: Page): Promise<Paged<Merchant>>;
}

/** Pay-ins and links. */
export interface DepositReads {
  get(orderNo: string): Promise<Deposit | null>;
  /** The order with its history. */
  history(orderNo: string): Promise<History<Deposit> | null>;
  byReference(mchId: string, kind: DepositKind, reference: string): Promise<Deposit | null>;
  byPayToken(token: string): Promise<Deposit | null>;
  list(
    filter: OrderFilter<DepositStatus> & {
      readonly kind: DepositKind;
      /** Instant of the status. An order whose validity has ended counts as expired, even before that is stored. */
      readonly now?: number | undefined;
    },
    page: Page,
  ): Promise<Paged<Deposit>>;
  /** The earliest `expiresAt` among pending deposits. */
  nextExpiry(): Promise<number | null>;
  /** Pending deposits whose `expiresAt` is not after `now`, earliest first. */
  dueToExpire(now: number, limit: number): Promise<readonly Deposit[]>;
}

/** Payouts. */
export interface PayoutReads {
  get(orderNo: string): Promise<Payout | null>;
  /** The order with its history. */
  history(orderNo: string): Promise<History<Payout> | null>;
  byReference(mchId: string, mchOrderNo: string): Promise<Payout | null>;
  list(filter: OrderFilter<PayoutStatus>, page: Page): Promise<Paged<Payout>>;
  /** Total of the payouts of that IST day, without failed ones. */
  dailyTotal(mchId: string, day: string): Promise<Paise>;
}

/** Filters of a list of orders, which all apply. */
/** An order with its history, each part oldest first. */
export interface History<Order> {
  readonly order: Order;
  readonly moves: readonly Move[];
  readonly transactions: readonly LedgerTransaction[];
  readonly callbacks: readonly Callback[];
}

/** Filters of a list of orders. A missing filter matches every order. */
export interface OrderFilter<Status> {
  readonly mchId?: string | undefined;
  readonly status?: Status | undefined;
  /** `mchOrderNo`, or a link's `client_ref`. */
  readonly reference?: string | undefined;
  /** Part of an order number, the reference or the free text. Ignores the case of ASCII letters. */
  readonly text?: string | undefined;
  /** Paise, both ends included. */
  readonly minAmount?: Paise | undefined;
  readonly maxAmount?: Paise | undefined;
}

/** Number of orders and order callbacks in each state that has any. */
export interface Tallies {
  readonly payins: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly links: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly payouts: Readonly<Partial<Record<PayoutStatus, number>>>;
  readonly callbacks: Readonly<Partial<Record<CallbackState, number>>>;
}

/** Wallets, and the journal behind them. */
export interface LedgerReads {
  wallet(mchId: string): Promise<Wallet>;
  /**
   * A merchant's journal, entry by entry, oldest first, with the accounts that its transactions touch. A page never changes,
   * because the journal only grows.
   */
  statement(mchId: string, page: Page): Promise<Statement>;
  /** The journal, oldest first. */
  transactions(filter: {
    readonly mchId?: string;
    readonly orderNo?: string;
  }): Promise<readonly LedgerTransaction[]>;
  /** Recomputes every balance from the journal and compares it with the cached one. */
  check(): Promise<LedgerCheck>;
}

/** A cached balance, which the journal determines. */
export interface Statement extends Paged<LedgerEntry> {
  readonly accounts: readonly AccountBalance[];
}

/** Cached balance of an account. */
export interface AccountBalance {
  readonly account: Account;
  readonly balance: Paise;
}

/** Whether the cached balances equal those of the journal. */
export interface LedgerCheck {
  readonly balanced: boolean;
  /** Number of checked accounts and entries. */
  readonly accounts: number;
  readonly entries: number;
  /** One sentence for each inconsistency; empty if balanced. */
  readonly problems: readonly string[];
}

/**
 * The outbox. Its calls take effect in the order of the commits, for example a re-send after a claim.
 *
 * A claim gives a callback to one worker until its lease ends, and the fence detects a stale worker. Attempts fall due
 * on the gateway's clock. A lease ends in real time, by the store's own clock, unless it is renewed. An ended lease
 * counts as if it had never existed.
 */
export interface CallbackQueue {
  get(id: string): Promise<Callback | null>;
  /** The order's most recent callback. */
  latestOf(orderNo: string): Promise<Callback | null>;
  list(
    filter: {
      readonly orderNo?: string | undefined;
      readonly mchId?: string | undefined;
      readonly state?: CallbackState | undefined;
      /** Part of its id, event, order number, URL or body. Ignores case. */
      readonly text?: string | undefined;
    },
    page: Page,
  ): Promise<Paged<Callback>>;
  /** Number of waiting and of running deliveries. */
  counts(): Promise<{ readonly pending: number; readonly delivering: number }>;
  /** Earliest due instant of an unclaimed attempt; with `after`, the earliest later than that. */
  nextDue(after?: number): Promise<number | null>;
  /** Due callbacks, marked `delivering`, the longest waiting first. Empty if none is due. */
  claim(claim: {
    readonly now: number;
    readonly lease: Lease;
    /** Maximum number of callbacks to claim. */
    readonly atMost: number;
    /** Maximum number per receiver (`host:port`), including those that it is `busy` with. */
    readonly perReceiver: number;
    readonly busy: ReadonlyMap<string, number>;
  }): Promise<readonly Claim[]>;
  /** Claims this callback for an operator's re-send to `url`. Returns null while it is delivered. */
  claimForResend(id: string, claim: { readonly url: string; readonly lease: Lease }): Promise<Claim | null>;
  /**
   * Sets the end of the lease to that many real milliseconds from now. Returns false and changes nothing if
   * the fence is stale.
   */
  renew(claim: Claim, ms: number): Promise<boolean>;
  /**
   * Stores the attempt and the next state. A callback without a URL gets the URL of the attempt. Returns false and stores
   * nothing if the fence is stale.
   */
  finish(claim: Claim, attempt: Attempt, next: AfterAttempt): Promise<boolean>;
  /**
   * Releases a claim as if it had never been made. Returns false and changes nothing if the fence is stale.
   */
  release(claim: Claim): Promise<boolean>;
  /** Releases every claim of that owner. */
  releaseOwned(owner: string): Promise<void>;
}

/** Owner and duration of a claim, real milliseconds. */
export interface Lease {
  readonly owner: string;
  readonly ms: number;
  /**
   * Ids of the callbacks that the owner is still delivering. It keeps their claims even if it renews their leases late, so a
   * machine that was suspended does not send them a second time.
   */
  readonly delivering?: readonly string[] | undefined;
}

/** A callback to send now, for as long as the lease runs. */
export interface Claim {
  readonly callback: Callback;
  /** Current URL and its `host:port`. */
  readonly url: string;
  readonly receiver: string;
  /** Position in the queue. */
  readonly seq: number;
  readonly fence: number;
  /** The schedule, which an operator's re-send does not change; null for a scheduled attempt. */
  readonly resend: { readonly state: CallbackState; readonly nextAttemptAt: number | null } | null;
}

/** State after an attempt. A delivery that failed permanently adds its notification in the same commit. */
export interface AfterAttempt {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly nextAttemptAt: number | null;
  readonly notification: Notification | null;
}
