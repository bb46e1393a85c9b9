import type { Paise } from '@inrgate/sdk/protocol';
import type { Attempt, Callback, CallbackState, NewCallback } from '../domain/callback.ts';
import type { Deposit, DepositKind, DepositStatus } from '../domain/deposit.ts';
import type { Move, Notification } from '../domain/history.ts';
import type { Account, LedgerEntry, LedgerTransaction, Wallet } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';

/** Where a store keeps what it knows. */
export const storeKinds = ['memory', 'sqlite', 'postgres'] as const;

/**
 * Everything the gateway keeps. Asynchronous, so that a database on a network fits; each `commit` is one atomic
 * step that is on disk when it answers (invariants: "what was answered is on disk", "state, entries and callback
 * commit together"). What one call answers is of one moment: no commit is half in it. Commits and a start over take effect in the order in which they were asked for.
 */
export interface Store {
  readonly kind: (typeof storeKinds)[number];
  /** Whether nobody else can have it open: whoever opens it knows that all who had it before are gone. */
  readonly exclusive: boolean;

  /**
   * All writes of a change, or none. Answers the first precondition that failed instead of throwing. A change without writes
   * changes nothing, and fails where the store has no room for one that has some.
   */
  commit(change: Change): Promise<CommitResult>;

  readonly merchants: MerchantReads;
  readonly deposits: DepositReads;
  readonly payouts: PayoutReads;
  readonly ledger: LedgerReads;
  readonly callbacks: CallbackQueue;

  settings(): Promise<Versioned<Settings> | null>;
  /** The clock as it was last moved; null when it never was. */
  clock(): Promise<Versioned<StoredClock> | null>;
  /** The configuration of the last start, as JSON; null when there was none. */
  config(): Promise<Versioned<string> | null>;
  notifications(mchId: string, page: Page): Promise<Paged<Notification>>;

  /** How many there are of everything, by state. */
  /** @param now an unpaid order counts as expired from its `expiresAt` on, also before that is written down */
  tallies(now: number): Promise<Tallies>;

  /** Forgets everything and takes this change instead, in one commit: nobody ever finds it empty. */
  startOver(change: Change): Promise<CommitResult>;
  /** What is asked of it afterwards is a StoreError `store_closed`. */
  close(): Promise<void>;
}

/** What is committed together, or not at all. */
export type Change = readonly Write[];

/**
 * One part of a change; its preconditions are part of it. Whatever has a version is written as the version after the one
 * that was loaded, 1 where there was none: conflict `version` when somebody else has written it since.
 */
export type Write =
  /** Conflict `exists` when another merchant has that `mchId` or `mchKey`. */
  | { readonly write: 'insert_merchant'; readonly merchant: Merchant }
  /** Conflict `version` also when there is no such merchant, and then `exists` when another one has that `mchKey`. */
  | { readonly write: 'update_merchant'; readonly merchant: Merchant }
  | { readonly write: 'put_settings'; readonly settings: Settings; readonly version: number }
  | { readonly write: 'put_clock'; readonly clock: StoredClock; readonly version: number }
  | { readonly write: 'put_config'; readonly config: string; readonly version: number }
  /** Conflict `exists` when the merchant has that reference (per kind) already, or a number made up is taken. */
  | { readonly write: 'insert_deposit'; readonly deposit: Deposit }
  /** Writes the state; the rest is frozen. */
  | { readonly write: 'update_deposit'; readonly deposit: Deposit }
  | { readonly write: 'insert_payout'; readonly payout: Payout }
  | { readonly write: 'update_payout'; readonly payout: Payout }
  /** Conflict `balance` when an account of a merchant would fall below zero. */
  | { readonly write: 'post'; readonly transaction: LedgerTransaction }
  /** Adds to the merchant's withdrawals of that IST day; conflict `daily_limit` when the sum would exceed `max`. */
  | {
      readonly write: 'add_daily';
      readonly mchId: string;
      readonly day: string;
      readonly amount: Paise;
      readonly max: Paise | null;
    }
  /** Due at once; `undeliverable` when it has no URL. */
  | { readonly write: 'enqueue'; readonly callback: NewCallback }
  /** A callback test that is over: delivered or failed, never due. Conflict `version` when there is no such merchant. */
  | { readonly write: 'record_test'; readonly callback: NewCallback; readonly attempt: Attempt }
  | { readonly write: 'record'; readonly move: Move }
  | { readonly write: 'notify'; readonly notification: Notification };

/** Which precondition failed: what is new is there already, was written since, or would overdraw or exceed. */
export type Conflict = 'exists' | 'version' | 'balance' | 'daily_limit';

/**
 * Whether everything was written; nothing was where one precondition failed, and the first that did is told. `balance`
 * gives way to any other: accounts are taken before the day's sum, and are told after it (reading: order of checks 12).
 */
export type CommitResult =
  | { readonly committed: true }
  | { readonly committed: false; readonly conflict: Conflict };

/** What there is one of, and how often it was written. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** A clock that was moved: `offset` ms ahead of real time, or standing still at `frozenAt` (epoch ms). */
export interface StoredClock {
  readonly offset: number;
  readonly frozenAt: number | null;
}

/** Newest first unless it says otherwise. `cursor` is the `nextCursor` of the page before; another is a StoreError `invalid_cursor`. */
export interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page, and where the next one begins; null on the last. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Merchants, by the names that requests call them. */
export interface MerchantReads {
  get(mchId: string): Promise<Merchant | null>;
  /** By API Key (v1 identifies the merchant by it). */
  byKey(mchKey: string): Promise<Merchant | null>;
  /** In the order they were added. */
  all(): Promise<readonly Merchant[]>;
  /** The same, page by page. */
  list(page: Page): Promise<Paged<Merchant>>;
}

/** Pay-ins and links. */
export interface DepositReads {
  get(orderNo: string): Promise<Deposit | null>;
  /** The order and everything that happened to it. */
  history(orderNo: string): Promise<History<Deposit> | null>;
  byReference(mchId: string, kind: DepositKind, reference: string): Promise<Deposit | null>;
  byPayToken(token: string): Promise<Deposit | null>;
  list(
    filter: OrderFilter<DepositStatus> & {
      readonly kind: DepositKind;
      /** When the status is asked for: what expires is expired then, also before that is written down. */
      readonly now?: number | undefined;
    },
    page: Page,
  ): Promise<Paged<Deposit>>;
  /** The earliest `expiresAt` among pending deposits. */
  nextExpiry(): Promise<number | null>;
  /** Pending deposits whose `expiresAt` is not after `now`, earliest first. */
  dueToExpire(now: number, limit: number): Promise<readonly Deposit[]>;
}

/** Withdrawals. */
export interface PayoutReads {
  get(orderNo: string): Promise<Payout | null>;
  /** The order and everything that happened to it. */
  history(orderNo: string): Promise<History<Payout> | null>;
  byReference(mchId: string, mchOrderNo: string): Promise<Payout | null>;
  list(filter: OrderFilter<PayoutStatus>, page: Page): Promise<Paged<Payout>>;
  /** Sum of that IST day's withdrawals that did not fail. */
  dailyTotal(mchId: string, day: string): Promise<Paise>;
}

/** What a list of orders is narrowed by; all of it together. */
/** An order as it stands, and what has happened to it, each oldest first. */
export interface History<Order> {
  readonly order: Order;
  readonly moves: readonly Move[];
  readonly transactions: readonly LedgerTransaction[];
  readonly callbacks: readonly Callback[];
}

/** Which orders a list is to have; what is left out matches all. */
export interface OrderFilter<Status> {
  readonly mchId?: string | undefined;
  readonly status?: Status | undefined;
  /** `mchOrderNo`, or a link's `client_ref`. */
  readonly reference?: string | undefined;
  /** Part of one of the order's numbers, its reference or its free text, whatever the case (of ASCII letters). */
  readonly text?: string | undefined;
  /** Paise, both ends included. */
  readonly minAmount?: Paise | undefined;
  readonly maxAmount?: Paise | undefined;
}

/** How many orders and callbacks of orders there are in each state that has any. */
export interface Tallies {
  readonly payins: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly links: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly payouts: Readonly<Partial<Record<PayoutStatus, number>>>;
  readonly callbacks: Readonly<Partial<Record<CallbackState, number>>>;
}

/** Wallets and the journal that they come from. */
export interface LedgerReads {
  wallet(mchId: string): Promise<Wallet>;
  /**
   * A merchant's journal, entry by entry, oldest first: what was a page stays one, as the journal only grows. With it the
   * accounts that the merchant's transactions touch.
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

/** A balance as it is cached; the journal has what it came from. */
export interface Statement extends Paged<LedgerEntry> {
  readonly accounts: readonly AccountBalance[];
}

/** As it is cached. */
export interface AccountBalance {
  readonly account: Account;
  readonly balance: Paise;
}

/** Whether the cached balances are those of the journal. */
export interface LedgerCheck {
  readonly balanced: boolean;
  /** How many accounts and entries were checked. */
  readonly accounts: number;
  readonly entries: number;
  /** What does not add up, one sentence each; empty when balanced. */
  readonly problems: readonly string[];
}

/**
 * The outbox; what is asked of it takes effect in the order of the commits, a re-send after a claim, say. A claim gives one worker a callback until its lease ends; the fence tells a stale worker apart. Attempts
 * fall due on the gateway's clock; a lease ends in real time, by the store's own clock, unless it is renewed. One that has
 * ended counts as if it had never been made.
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
      /** Part of its id, its event, its order's number, its address or its body, whatever the case. */
      readonly text?: string | undefined;
    },
    page: Page,
  ): Promise<Paged<Callback>>;
  /** How many are waiting for an attempt, and how many are being delivered. */
  counts(): Promise<{ readonly pending: number; readonly delivering: number }>;
  /** The earliest instant at which an attempt falls due that nobody makes; with `after`, the earliest later than that. */
  nextDue(after?: number): Promise<number | null>;
  /** Due callbacks, marked `delivering`: those that have waited longest, in that order; none when none is due. */
  claim(claim: {
    readonly now: number;
    readonly lease: Lease;
    /** So many at most. */
    readonly atMost: number;
    /** So many at most of one receiver (`host:port`), those included that it is `busy` with. */
    readonly perReceiver: number;
    readonly busy: ReadonlyMap<string, number>;
  }): Promise<readonly Claim[]>;
  /** Claims this very callback for an operator's re-send to `url`; null while it is delivering. */
  claimForResend(id: string, claim: { readonly url: string; readonly lease: Lease }): Promise<Claim | null>;
  /** Has the lease end that many real milliseconds from now. False, and nothing done, when the fence is stale. */
  renew(claim: Claim, ms: number): Promise<boolean>;
  /**
   * Stores the attempt and what comes next; a callback that had no address has the attempt's from then on. False, and
   * nothing stored, when the fence is stale.
   */
  finish(claim: Claim, attempt: Attempt, next: AfterAttempt): Promise<boolean>;
  /** Gives a claim back as if it had never been made. False, and nothing done, when the fence is stale. */
  release(claim: Claim): Promise<boolean>;
  /** Gives back every claim of that owner. */
  releaseOwned(owner: string): Promise<void>;
}

/** Whose a claim is, and for how many real milliseconds. */
export interface Lease {
  readonly owner: string;
  readonly ms: number;
  /**
   * The callbacks that the owner is still delivering, by their ids: their leases have not ended for it, however late it is
   * in renewing them. A machine that slept does not send a second time what is on its way.
   */
  readonly delivering?: readonly string[] | undefined;
}

/** A callback to send now, for as long as the lease runs. */
export interface Claim {
  readonly callback: Callback;
  /** Where it is to be sent now, and whose `host:port` that is. */
  readonly url: string;
  readonly receiver: string;
  /** Where it stands in the queue. */
  readonly seq: number;
  readonly fence: number;
  /** The schedule that an operator's re-send leaves as it was; null for a scheduled attempt. */
  readonly resend: { readonly state: CallbackState; readonly nextAttemptAt: number | null } | null;
}

/** State after an attempt; a given-up delivery brings its notification, in the same commit. */
export interface AfterAttempt {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly nextAttemptAt: number | null;
  readonly notification: Notification | null;
}
