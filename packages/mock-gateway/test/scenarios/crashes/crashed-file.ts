import { copyFileSync, existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { storeOver } from '../../../src/store/sqlite/sqlite-store.ts';

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
  const db = new Database(copy);
  // The gateway died before it had created the tables.
  if (db.pragma('user_version', { simple: true }) === 0) {
    db.close();
    return null;
  }
  const store = storeOver(db, copy);
  expect(await store.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  const left = readAll(db);
  await store.close();
  return left;
}

function readAll(db: Database.Database): CrashedFile {
  const orders = db.prepare<[], LeftOrder>(
    `SELECT order_no AS orderNo, reference, status FROM deposits
     UNION ALL SELECT order_no, mch_order_no, status FROM payouts`,
  );
  const callbacks = db.prepare<[], LeftCallback>(
    `SELECT order_no || ' ' || substr(event, instr(event, '.') + 1) AS name, state, body FROM callbacks`,
  );
  const minutes = db.prepare<[], number>('SELECT order_validity_minutes FROM settings').pluck();
  const topUps = db.prepare<[], number>(`SELECT count(*) FROM transactions WHERE kind = 'credit'`).pluck();
  return {
    orders: new Map(orders.all().map((order) => [order.orderNo, order])),
    callbacks: new Map(callbacks.all().map((callback) => [callback.name, callback])),
    orderValidityMinutes: minutes.get() ?? 0,
    topUps: topUps.get() ?? 0,
  };
}
