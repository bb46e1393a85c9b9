import type { Paise } from '@inrgate/sdk/protocol';
import type { Deposit } from './deposit.ts';
import type { Payout } from './payout.ts';

/**
 * Accounts of the double-entry ledger. Every movement of money is a transaction with postings that sum to zero. A
 * merchant's accounts are never below zero. The gateway's own accounts show the source of the money as a negative
 * balance, and its destination as a positive balance.
 */
export type Account =
  | `merchant:${string}:available`
  | `merchant:${string}:held`
  | 'gateway:collected'
  | 'gateway:paid_out'
  | 'gateway:fees'
  | 'gateway:topups';

/** One line of a transaction. */
export interface Posting {
  readonly account: Account;
  /** A positive amount adds to the account. A negative amount subtracts from it. */
  readonly amount: Paise;
}

/** Cause of a money movement: a paid pay-in, a phase of a payout, or a top-up. */
export type LedgerKind = 'payin' | 'link' | 'hold' | 'capture' | 'release' | 'credit';

/** Postings of one money movement, which sum to zero. */
export interface LedgerTransaction {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly mchId: string;
  /** The order that caused the movement, or null for an operator's top-up. */
  readonly orderNo: string | null;
  readonly at: number;
  readonly postings: readonly Posting[];
}

/** One posting of the journal, with data of its transaction. */
export interface LedgerEntry extends Posting, Pick<LedgerTransaction, 'kind' | 'orderNo' | 'at'> {
  readonly transactionId: string;
}

/** Balances of a merchant in paise: `available` for payouts, and `held` for open payouts. */
export interface Wallet {
  readonly available: Paise;
  readonly held: Paise;
}

/** Returns the account of the money that the merchant can pay out. */
export function availableAccount(mchId: string): Account {
  return `merchant:${mchId}:available`;
}

/** Returns the account of the money that is reserved for the merchant's open payouts. */
export function heldAccount(mchId: string): Account {
  return `merchant:${mchId}:held`;
}

export interface LedgerStamp {
  readonly id: string;
  readonly at: number;
}

/**
 * Posts a paid pay-in or link. Credits `netAmount` to the merchant and the fee to the gateway. Both depend on `amount`,
 * even if the customer paid another amount (reading: Money and time).
 */
export function creditDeposit(deposit: Deposit, stamp: LedgerStamp): LedgerTransaction {
  const { kind, mchId, orderNo, amount, fee, netAmount } = deposit;
  return transaction({ ...stamp, kind, mchId, orderNo }, [
    { account: 'gateway:collected', amount: -amount },
    { account: availableAccount(mchId), amount: netAmount },
    { account: 'gateway:fees', amount: fee },
  ]);
}

/**
 * Posts the first phase of a payout. Holds amount and fee (spec: Withdrawal, "totalDebit held from available balance").
 */
export function holdPayout(payout: Payout, stamp: LedgerStamp): LedgerTransaction {
  const { mchId, orderNo, totalDebit } = payout;
  return transaction({ ...stamp, kind: 'hold', mchId, orderNo }, [
    { account: availableAccount(mchId), amount: -totalDebit },
    { account: heldAccount(mchId), amount: totalDebit },
  ]);
}

/** Posts the second phase of a paid payout. The beneficiary receives `amount`, and the gateway receives the fee. */
export function capturePayout(payout: Payout, stamp: LedgerStamp): LedgerTransaction {
  const { mchId, orderNo, amount, fee, totalDebit } = payout;
  return transaction({ ...stamp, kind: 'capture', mchId, orderNo }, [
    { account: heldAccount(mchId), amount: -totalDebit },
    { account: 'gateway:paid_out', amount },
    { account: 'gateway:fees', amount: fee },
  ]);
}

/** Posts the second phase of a rejected or cancelled payout. Releases amount and fee (spec: Withdrawal). */
export function releasePayout(payout: Payout, stamp: LedgerStamp): LedgerTransaction {
  const { mchId, orderNo, totalDebit } = payout;
  return transaction({ ...stamp, kind: 'release', mchId, orderNo }, [
    { account: heldAccount(mchId), amount: -totalDebit },
    { account: availableAccount(mchId), amount: totalDebit },
  ]);
}

/** Posts an operator's top-up of a wallet. */
export function topUp(mchId: string, amount: Paise, stamp: LedgerStamp): LedgerTransaction {
  return transaction({ ...stamp, kind: 'credit', mchId, orderNo: null }, [
    { account: 'gateway:topups', amount: -amount },
    { account: availableAccount(mchId), amount },
  ]);
}

/**
 * Throws for a transaction that would break the ledger (invariant: each transaction's entries sum to zero): an
 * unbalanced sum, a repeated account, or no posting.
 *
 * @throws {Error} only for a defect of the program, never because of a request
 */
export function assertBalanced({ kind, postings }: LedgerTransaction): void {
  const sum = postings.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) throw new Error(`the postings of a ${kind} do not sum to zero`);
  const accounts = new Set(postings.map(({ account }) => account));
  if (accounts.size !== postings.length) throw new Error(`a ${kind} posts to one account twice`);
  if (postings.length < 2 || postings.some(({ amount }) => amount === 0n)) {
    throw new Error(`a ${kind} has to move money`);
  }
}

function transaction(
  head: Omit<LedgerTransaction, 'postings'>,
  postings: readonly Posting[],
): LedgerTransaction {
  // A fee that rounds to zero causes no posting.
  const built = { ...head, postings: postings.filter(({ amount }) => amount !== 0n) };
  assertBalanced(built);
  return built;
}
