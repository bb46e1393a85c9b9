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

/**
 * Converts a change to the JSON input of `apply_change`.
 *
 * @throws {Error} for postings that do not sum to zero
 */
export function changeRows(change: Change): readonly object[] {
  return change.map((write) => ({ write: write.write, row: rowOf(write) }));
}

function rowOf(write: Write): object {
  switch (write.write) {
    case 'insert_merchant': {
      const { mchId } = write.merchant;
      return { ...toMerchantRow(write.merchant), accounts: [availableAccount(mchId), heldAccount(mchId)] };
    }
    case 'update_merchant':
      return toMerchantRow(write.merchant);
    case 'insert_deposit':
      return toDepositRow(write.deposit);
    case 'update_deposit':
      return { order_no: write.deposit.orderNo, ...toDepositStateRow(write.deposit) };
    case 'insert_payout':
      return toPayoutRow(write.payout);
    case 'update_payout':
      return { order_no: write.payout.orderNo, ...toPayoutStateRow(write.payout) };
    case 'post':
      return postRow(write);
    case 'add_daily':
      return { mch_id: write.mchId, day: write.day, amount: write.amount, max: write.max };
    case 'enqueue':
      return toCallbackRow(write.callback);
    case 'record_test':
      return { callback: toTestRow(write.callback, write.attempt), attempt: toAttemptRow(0, write.attempt) };
    case 'record':
      return toMoveRow(write.move);
    case 'notify':
      return toNotificationRow(write.notification);
    case 'put_settings':
      return toSettingsRow(write.settings, write.version);
    case 'put_clock':
      return toClockRow(write.clock, write.version);
    case 'put_config':
      return toConfigRow(write.config, write.version);
  }
}

function postRow({ transaction }: Extract<Write, { write: 'post' }>): object {
  assertBalanced(transaction);
  const { id, kind, mchId, orderNo, at } = transaction;
  const postings = postingsInLockOrder(transaction).map(([position, posting]) => ({ position, ...posting }));
  return { id, kind, mch_id: mchId, order_no: orderNo, at, postings };
}
