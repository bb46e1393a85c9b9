import { copyFileSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { Store } from '../../../src/store/store.ts';

/** Content of the file of a dead gateway. */
export interface CrashedFile {
  readonly orders: ReadonlyMap<string, LeftOrder>;
  /** Callbacks by order number and status, named as in `Witness`. */
  readonly callbacks: ReadonlyMap<string, LeftCallback>;
  readonly orderValidityMinutes: number;
  readonly topUps: number;
}

export interface LeftOrder {
  readonly orderNo: string;
  readonly reference: string;
  readonly status: string;
}

interface LeftCallback {
  readonly name: string;
  readonly state: string;
  readonly body: string;
}

/** Reads a copy of the file, so the next gateway opens the original unchanged. The ledger must balance. */
export async function crashedFile(file: string): Promise<CrashedFile | null> {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  const db = new DatabaseSync(copy);
  // The gateway died before it had created the tables, or before it had stored its configuration.
  const isEmpty =
    db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined ||
    db.prepare('SELECT 1 FROM state').get() === undefined;
  const left = isEmpty ? null : readAll(db);
  db.close();
  if (left === null) return null;
  const store = new Store(copy);
  expect(await store.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  store.close();
  return left;
}

function readAll(db: DatabaseSync): CrashedFile {
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const orders = all<LeftOrder>(
    `SELECT order_no AS orderNo, reference, status FROM deposits
     UNION ALL SELECT order_no, mch_order_no, status FROM payouts`,
  );
  const callbacks = all<LeftCallback>(
    `SELECT order_no || ' ' || substr(event, instr(event, '.') + 1) AS name, state, body FROM callbacks`,
  );
  const [settings] = all<{ minutes: number }>(
    `SELECT json ->> 'orderValidityMinutes' AS minutes FROM state WHERE name = 'settings'`,
  );
  const [topUps] = all<{ count: number }>(`SELECT count(*) AS count FROM transactions WHERE kind = 'credit'`);
  return {
    orders: new Map(orders.map((order) => [order.orderNo, order])),
    callbacks: new Map(callbacks.map((callback) => [callback.name, callback])),
    orderValidityMinutes: settings?.minutes ?? 0,
    topUps: topUps?.count ?? 0,
  };
}
