import type { Move, Notification } from '../domain/history.ts';
import type { Numbered, RowOf } from './columns.ts';
import type { Database } from './database.ts';
import { listRows, mapPage, type Page, type Paged } from './paging.ts';

const listed = { table: 'notifications', indexes: { mch_id: 'notifications_by_merchant' } };

/** State changes of orders, and notifications for merchants. Both are only appended. */
export class History {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the state changes of an order, oldest first. */
  moves(orderNo: string): readonly Move[] {
    return this.#db
      .all<MoveRow>('SELECT * FROM moves WHERE order_no = ? ORDER BY seq', orderNo)
      .map((row) => ({
        orderNo: row.order_no,
        at: Number(row.at),
        from: row.from_state,
        to: row.to_state,
        by: row.moved_by,
      }));
  }

  add({ orderNo, at, from, to, by }: Move): void {
    this.#db.insert('moves', { order_no: orderNo, at, from_state: from, to_state: to, moved_by: by });
  }

  notify(notification: Notification): void {
    this.#db.insert('notifications', toNotificationRow(notification));
  }

  /** Lists a merchant's notifications, newest first. */
  notifications(mchId: string, page: Page): Paged<Notification> {
    const rows = listRows<Numbered<RowOf<typeof toNotificationRow>>>(
      this.#db,
      listed,
      { filter: { mch_id: mchId } },
      page,
    );
    return mapPage(rows, (row) => ({
      id: row.id,
      mchId: row.mch_id,
      at: Number(row.at),
      kind: row.kind,
      callbackId: row.callback_id,
      orderNo: row.order_no,
      message: row.message,
    }));
  }
}

interface MoveRow {
  readonly order_no: string;
  readonly at: bigint;
  readonly from_state: string;
  readonly to_state: string;
  readonly moved_by: Move['by'];
}

function toNotificationRow(notification: Notification) {
  return {
    id: notification.id,
    mch_id: notification.mchId,
    at: notification.at,
    kind: notification.kind,
    callback_id: notification.callbackId,
    order_no: notification.orderNo,
    message: notification.message,
  };
}
