import type { Paise } from '@inrgate/sdk/protocol';
import type { Attempt, Callback, CallbackState, NewCallback } from '../domain/callback.ts';
import type { Deposit, DepositKind, DepositStatus } from '../domain/deposit.ts';
import type { Move, Notification } from '../domain/history.ts';
import type { Account, LedgerEntry, LedgerTransaction, Wallet } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';

/** Kind of store. */
export const storeKinds = ['memory', 'sqlite'] as const;

/**
 * All persistent data of the gateway. Each `commit` is one atomic step that is on disk when it resolves (invariants:
 * "what was answered is on disk", "state, entries and callback commit together"). Each call returns a consistent
 * snapshot. Commits and resets take effect in the order of their calls.
 */
export interface Store {
  readonly kind: (typeof storeKinds)[number];

  /**
   * Writes a whole change or nothing. Returns the first failed precondition instead of throwing. A change without
   * writes tests whether the store has space.
   */
  commit(change: Change): Promise<CommitResult>;

  readonly merchants: MerchantReads;
  readonly deposits: DepositReads;
  readonly payouts: PayoutReads;
  readonly ledger: LedgerReads;
  readonly callbacks: CallbackQueue;

  settings(): Promise<Versioned<Settings> | null>;
  /** The stored clock, or null if the clock was never moved. */
  clock(): Promise<Versioned<StoredClock> | null>;
  /** The configuration of the last start as JSON, or null before the first start. */
  config(): Promise<Versioned<string> | null>;
  notifications(mchId: string, page: Page): Promise<Paged<Notification>>;

  /** @param now time at which an unpaid order counts as expired, even if its expiry is not stored yet */
  tallies(now: number): Promise<Tallies>;

  /** Deletes all data and applies this change in one commit. Readers never see an empty store. */
  startOver(change: Change): Promise<CommitResult>;
  /** Copies of the whole store. */
  readonly snapshots: Snapshots;
  /** Closes the store. Later calls fail with StoreError `store_closed`. */
  close(): Promise<void>;
}

/** A copy of the whole store. */
export interface Snapshot {
  readonly name: string;
  readonly createdAt: number;
  readonly orders: number;
}

/** Content of a restored store, for the parts of the gateway that cache it. */
export interface Restored {
  readonly settings: Settings | null;
  readonly clock: StoredClock | null;
  readonly merchants: readonly Merchant[];
}

/** Named snapshots of the whole store. */
export interface Snapshots {
  list(): Promise<readonly Snapshot[]>;
  /**
   * Saves a copy. Replaces a copy with the same name.
   *
   * @param clock clock to save in the copy. During a move, the stored clock is already at the target of the move
   */
  save(name: string, createdAt: number, clock: StoredClock): Promise<Snapshot>;
  /** Returns false if no copy has this name. */
  remove(name: string): Promise<boolean>;
  /**
   * Replaces all data with the copy in one commit. Returns null if no copy has this name.
   *
   * @throws {StoreError} `store_newer` for a copy of another version
   */
  restore(name: string): Promise<Restored | null>;
}

/** Writes of one atomic commit. */
export type Change = readonly Write[];

/**
 * One part of a change with its preconditions. A versioned value must have the version after the loaded version, or
 * version 1 if it is new. If another write has changed the value, the write fails with `version`.
 */
export type Write =
  /** Fails with `exists` if another merchant has this `mchId` or `mchKey`. */
  | { readonly write: 'insert_merchant'; readonly merchant: Merchant }
  /** Fails with `version`, also for an unknown merchant. Fails with `exists` if another merchant has this `mchKey`. */
  | { readonly write: 'update_merchant'; readonly merchant: Merchant }
  | { readonly write: 'put_settings'; readonly settings: Settings; readonly version: number }
  | { readonly write: 'put_clock'; readonly clock: StoredClock; readonly version: number }
  | { readonly write: 'put_config'; readonly config: string; readonly version: number }
  /**
   * Fails with `exists` if the merchant already has this reference (per kind), or if the generated order number is
   * taken.
   */
  | { readonly write: 'insert_deposit'; readonly deposit: Deposit }
  /** Writes only the state, because all other fields are fixed. */
  | { readonly write: 'update_deposit'; readonly deposit: Deposit }
  | { readonly write: 'insert_payout'; readonly payout: Payout }
  | { readonly write: 'update_payout'; readonly payout: Payout }
  /** Fails with `balance` if an account of a merchant would fall below zero. */
  | { readonly write: 'post'; readonly transaction: LedgerTransaction }
  /**
   * Adds an amount to the merchant's payout total for this IST day. Fails with `daily_limit` if the total would exceed
   * `max`.
   */
  | {
      readonly write: 'add_daily';
      readonly mchId: string;
      readonly day: string;
      readonly amount: Paise;
      readonly max: Paise | null;
    }
  /** Enqueues a callback: due immediately, or `undeliverable` without a URL. */
  | { readonly write: 'enqueue'; readonly callback: NewCallback }
  /**
   * Records a completed callback test: delivered or failed, never due. Fails with `version` for an unknown merchant.
   */
  | { readonly write: 'record_test'; readonly callback: NewCallback; readonly attempt: Attempt }
  | { readonly write: 'record'; readonly move: Move }
  | { readonly write: 'notify'; readonly notification: Notification };

/** The failed precondition: a new row already exists, another write changed a row, or a limit would be exceeded. */
export type Conflict = 'exists' | 'version' | 'balance' | 'daily_limit';

/**
 * Result of a commit: committed, or the first failed precondition. `daily_limit` is reported before `balance`, in
 * any order of the writes (reading: order of checks 12).
 */
export type CommitResult =
  | { readonly committed: true }
  | { readonly committed: false; readonly conflict: Conflict };

/** A singleton and its version. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** A moved clock: `offset` milliseconds ahead of real time, or frozen at `frozenAt` in epoch milliseconds. */
export interface StoredClock {
  readonly offset: number;
  readonly frozenAt: number | null;
}

/**
 * A page to read, newest first unless stated otherwise. `cursor` is the previous page's `nextCursor`. Any other value
 * causes StoreError `invalid_cursor`.
 */
export interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page with the cursor of the next page, or null on the last page. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads of merchants, by the Merchant ID or the API Key. */
export interface MerchantReads {
  get(mchId: string): Promise<Merchant | null>;
  /** Returns a merchant by its API Key, as v1 does. */
  byKey(mchKey: string): Promise<Merchant | null>;
  all(): Promise<readonly Merchant[]>;
  list(page: Page): Promise<Paged<Merchant>>;
}

/** Reads of pay-ins and links. */
export interface DepositReads {
  get(orderNo: string): Promise<Deposit | null>;
  history(orderNo: string): Promise<History<Deposit> | null>;
  byReference(mchId: string, kind: DepositKind, reference: string): Promise<Deposit | null>;
  byPayToken(token: string): Promise<Deposit | null>;
  list(
    filter: OrderFilter<DepositStatus> & {
      readonly kind: DepositKind;
      /**
       * Instant for which the status is calculated. An order whose validity has ended is expired, even before the
       * expiry is stored.
       */
      readonly now?: number | undefined;
    },
    page: Page,
  ): Promise<Paged<Deposit>>;
  /** Returns the earliest `expiresAt` among pending deposits. */
  nextExpiry(): Promise<number | null>;
  /** Returns the pending deposits with an `expiresAt` up to `now`, earliest first. */
  dueToExpire(now: number, limit: number): Promise<readonly Deposit[]>;
}

/** Reads of payouts. */
export interface PayoutReads {
  get(orderNo: string): Promise<Payout | null>;
  history(orderNo: string): Promise<History<Payout> | null>;
  byReference(mchId: string, mchOrderNo: string): Promise<Payout | null>;
  list(filter: OrderFilter<PayoutStatus>, page: Page): Promise<Paged<Payout>>;
  /** Returns the total of the payouts of this IST day, without failed payouts. */
  dailyTotal(mchId: string, day: string): Promise<Paise>;
}

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
  /**
   * Part of an order number, the reference or another searched field. Ignores upper and lower case of ASCII letters.
   */
  readonly text?: string | undefined;
  readonly minAmount?: Paise | undefined;
  readonly maxAmount?: Paise | undefined;
}

/** Number of orders and order callbacks in each state. Empty states are omitted. */
export interface Tallies {
  readonly payins: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly links: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly payouts: Readonly<Partial<Record<PayoutStatus, number>>>;
  readonly callbacks: Readonly<Partial<Record<CallbackState, number>>>;
}

/** Reads of wallets and of their journal. */
export interface LedgerReads {
  wallet(mchId: string): Promise<Wallet>;
  /**
   * Returns a merchant's journal, entry by entry, oldest first, with the accounts of its transactions. The content of a
   * page never changes, because the journal only grows.
   */
  statement(mchId: string, page: Page): Promise<Statement>;
  /** Returns the journal, oldest first. */
  transactions(filter: {
    readonly mchId?: string;
    readonly orderNo?: string;
  }): Promise<readonly LedgerTransaction[]>;
  /** Recomputes every balance from the journal and compares it with the cached balance. */
  check(): Promise<LedgerCheck>;
}

/** A page of a merchant's journal, with the cached balances of its accounts. */
export interface Statement extends Paged<LedgerEntry> {
  readonly accounts: readonly AccountBalance[];
}

/** Cached balance of an account, in paise. */
export interface AccountBalance {
  readonly account: Account;
  readonly balance: Paise;
}

/** Result of the comparison between the cached balances and the journal. */
export interface LedgerCheck {
  readonly balanced: boolean;
  readonly accounts: number;
  readonly entries: number;
  /** One sentence for each inconsistency, or an empty list. */
  readonly problems: readonly string[];
}

/**
 * The outbox of callbacks. Calls take effect in the order of commits.
 *
 * A claim assigns a callback to one worker until the lease ends. The fence detects a stale worker. Attempts fall due on
 * the gateway's clock. A lease ends in real time, by the store's own clock, unless the worker renews it. After its
 * lease has ended, a claim counts as if it had never existed.
 */
export interface CallbackQueue {
  get(id: string): Promise<Callback | null>;
  latestOf(orderNo: string): Promise<Callback | null>;
  list(
    filter: {
      readonly orderNo?: string | undefined;
      readonly mchId?: string | undefined;
      readonly state?: CallbackState | undefined;
      /** Part of the callback's id, event, order number, URL or body. Ignores case. */
      readonly text?: string | undefined;
    },
    page: Page,
  ): Promise<Paged<Callback>>;
  /** Returns the number of waiting and of running deliveries. */
  counts(): Promise<{ readonly pending: number; readonly delivering: number }>;
  /** Returns the earliest due time of an unclaimed attempt. With `after`, the earliest due time later than `after`. */
  nextDue(after?: number): Promise<number | null>;
  /** Claims due callbacks and marks them `delivering`, longest waiting first. */
  claim(claim: {
    readonly now: number;
    readonly lease: Lease;
    readonly atMost: number;
    /** Maximum number of deliveries per receiver (`host:port`), including its `busy` deliveries. */
    readonly perReceiver: number;
    readonly busy: ReadonlyMap<string, number>;
  }): Promise<readonly Claim[]>;
  /** Claims this callback for an operator's re-send to `url`. Returns null during a delivery. */
  claimForResend(id: string, claim: { readonly url: string; readonly lease: Lease }): Promise<Claim | null>;
  /**
   * Sets the end of the lease to this number of real milliseconds from now. Returns false and changes nothing if the
   * fence is stale.
   */
  renew(claim: Claim, ms: number): Promise<boolean>;
  /**
   * Stores the attempt and the next state. If the callback has no URL, sets the URL of the attempt. Returns false and
   * stores nothing if the fence is stale.
   */
  finish(claim: Claim, attempt: Attempt, next: AfterAttempt): Promise<boolean>;
  /**
   * Releases a claim, as if the callback had never been claimed. Returns false and changes nothing if the fence is
   * stale.
   */
  release(claim: Claim): Promise<boolean>;
  releaseOwned(owner: string): Promise<void>;
}

/** Owner of a claim, and its duration in real milliseconds. */
export interface Lease {
  readonly owner: string;
  readonly ms: number;
  /**
   * Ids of the owner's running deliveries. Their claims do not end even if the owner renews the leases late. So after a
   * suspension of the machine, no callback is sent twice.
   */
  readonly delivering?: readonly string[] | undefined;
}

/** A callback that the claim's owner may send while the lease runs. */
export interface Claim {
  readonly callback: Callback;
  /** URL of this attempt, and its `host:port`. */
  readonly url: string;
  readonly receiver: string;
  /** Position in the queue. */
  readonly seq: number;
  readonly fence: number;
  /** The schedule before an operator's re-send, which the re-send does not change. Null for a scheduled attempt. */
  readonly resend: { readonly state: CallbackState; readonly nextAttemptAt: number | null } | null;
}

/** State after an attempt. If the last attempt fails, the same commit adds the notification. */
export interface AfterAttempt {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly nextAttemptAt: number | null;
  readonly notification: Notification | null;
}
