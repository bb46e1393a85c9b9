import { merchantReference } from '../../domain/deposit.ts';
import { assertBalanced, availableAccount, heldAccount } from '../../domain/ledger.ts';
import { postingsInLockOrder } from '../../store/lock-order.ts';
import { toAttemptRow, toCallbackRow, toTestRow } from '../../store/rows/callback-rows.ts';
import { toDepositRow, toDepositStateRow } from '../../store/rows/deposit-rows.ts';
import { toMerchantRow } from '../../store/rows/merchant-rows.ts';
import {
  toClockRow,
  toConfigRow,
  toMoveRow,
  toNotificationRow,
  toSettingsRow,
} from '../../store/rows/meta-rows.ts';
import { toPayoutRow, toPayoutStateRow } from '../../store/rows/payout-rows.ts';
import type { Change, Write } from '../../store/store.ts';
import type { Lock } from './locks.ts';

type Put<Name extends Write['write']> = Extract<Write, { write: Name }>;

/** How a write is stored: its row in the JSON input of `apply_change`, and the rows that other writes can lock. */
interface Stored<Given extends Write> {
  readonly row: (write: Given) => object;
  readonly locks?: (write: Given) => Lock | null;
}

const merchants = () => ({ kind: 'merchants', of: [] }) as const;

const stored: { readonly [Name in Write['write']]: Stored<Put<Name>> } = {
  insert_merchant: {
    row: ({ merchant }) => {
      const { mchId } = merchant;
      return { ...toMerchantRow(merchant), accounts: [availableAccount(mchId), heldAccount(mchId)] };
    },
    locks: merchants,
  },
  update_merchant: { row: ({ merchant }) => toMerchantRow(merchant), locks: merchants },
  insert_deposit: {
    row: ({ deposit }) => toDepositRow(deposit),
    locks: ({ deposit }) => reference(deposit.kind, deposit.mchId, merchantReference(deposit)),
  },
  update_deposit: {
    row: ({ deposit }) => ({ order_no: deposit.orderNo, ...toDepositStateRow(deposit) }),
    locks: ({ deposit }) => ({ kind: 'deposits', of: [deposit.orderNo] }),
  },
  insert_payout: {
    row: ({ payout }) => toPayoutRow(payout),
    locks: ({ payout }) => reference('payout', payout.mchId, payout.mchOrderNo),
  },
  update_payout: {
    row: ({ payout }) => ({ order_no: payout.orderNo, ...toPayoutStateRow(payout) }),
    locks: ({ payout }) => ({ kind: 'payouts', of: [payout.orderNo] }),
  },
  post: {
    row: postRow,
    locks: ({ transaction: { mchId, postings } }) => {
      const accounts = postings.map(({ account }) => account);
      return { kind: 'accounts', of: [availableAccount(mchId), heldAccount(mchId), ...accounts] };
    },
  },
  add_daily: {
    row: ({ mchId, day, amount, max }) => ({ mch_id: mchId, day, amount, max }),
    locks: ({ mchId, day }) => ({ kind: 'days', of: [{ mch_id: mchId, day }] }),
  },
  put_settings: {
    row: ({ settings, version }) => toSettingsRow(settings, version),
    locks: () => ({ kind: 'settings', of: [] }),
  },
  put_clock: {
    row: ({ clock, version }) => toClockRow(clock, version),
    locks: () => ({ kind: 'clock', of: [] }),
  },
  put_config: {
    row: ({ config, version }) => toConfigRow(config, version),
    locks: () => ({ kind: 'config', of: [] }),
  },
  // No other write locks the rows of these writes.
  enqueue: { row: ({ callback }) => toCallbackRow(callback) },
  record_test: {
    row: ({ callback, attempt }) => ({
      callback: toTestRow(callback, attempt),
      attempt: toAttemptRow(0, attempt),
    }),
  },
  record: { row: ({ move }) => toMoveRow(move) },
  notify: { row: ({ notification }) => toNotificationRow(notification) },
};

/**
 * Converts a change to the JSON input of `apply_change`.
 *
 * @throws {Error} for postings that do not sum to zero
 */
export function changeRows(change: Change): readonly object[] {
  return change.map((write) => ({ write: write.write, row: storedAs(write).row(write as never) }));
}

/** Rows of a change that other writes can lock simultaneously. */
export function locksOf(change: Change): readonly Lock[] {
  return change.flatMap((write) => storedAs(write).locks?.(write as never) ?? []);
}

function storedAs({ write }: Write): Stored<never> {
  return stored[write];
}

function reference(kind: string, mchId: string, given: string | null): Lock | null {
  return given === null ? null : { kind: 'references', of: [JSON.stringify([kind, mchId, given])] };
}

function postRow({ transaction }: Put<'post'>): object {
  assertBalanced(transaction);
  const { id, kind, mchId, orderNo, at } = transaction;
  const postings = postingsInLockOrder(transaction).map(([position, posting]) => ({ position, ...posting }));
  return { id, kind, mch_id: mchId, order_no: orderNo, at, postings };
}
