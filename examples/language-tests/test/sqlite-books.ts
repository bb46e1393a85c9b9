import { DatabaseSync } from 'node:sqlite';
import type { Books } from './shop.ts';

/** Reads the orders of a shop that uses SQLite, in the shop's own table. */
export function sqliteBooks(file: string): Books {
  const database = <Result>(work: (opened: DatabaseSync) => Result): Result => {
    const opened = new DatabaseSync(file, { timeout: 5_000 });
    try {
      return work(opened);
    } finally {
      opened.close();
    }
  };
  return {
    take: (mchOrderNo, amount) => {
      database((opened) =>
        opened.prepare('INSERT INTO orders (mch_order_no, amount) VALUES (?, ?)').run(mchOrderNo, amount),
      );
    },
    credited: (mchOrderNo) =>
      database((opened) => {
        const row = opened.prepare('SELECT paid_amount FROM orders WHERE mch_order_no = ?').get(mchOrderNo);
        return (row?.['paid_amount'] ?? undefined) as string | undefined;
      }),
    takePayout: (mchOrderNo, amount) => {
      const insert = 'INSERT INTO payouts (mch_order_no, amount, destination) VALUES (?, ?, ?)';
      database((opened) => opened.prepare(insert).run(mchOrderNo, amount, 'wherever'));
    },
    settled: (mchOrderNo) =>
      database((opened) => {
        const row = opened.prepare('SELECT settled FROM payouts WHERE mch_order_no = ?').get(mchOrderNo);
        return (row?.['settled'] ?? undefined) as string | undefined;
      }),
  };
}
