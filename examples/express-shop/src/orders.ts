import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

export interface Order {
  /** Random and unguessable, because it gives access to the order's page. */
  readonly id: string;
  readonly item: string;
  readonly amount: string;
  readonly status: 'open' | 'paid' | 'cancelled';
  /** Sum of all payments for the order, in INR. */
  readonly received: string;
}

/** An attempt to pay an order: a pay-in with its own order number. */
export interface Attempt {
  readonly mchOrderNo: string;
  /** `new` until the gateway has responded, then the pay-in's status. */
  readonly status: string;
}

/** State of a pay-in from a callback or a query. */
export interface Outcome extends Attempt {
  readonly paidAmount: string | null;
}

const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, item TEXT NOT NULL, amount TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open') STRICT;
  CREATE TABLE IF NOT EXISTS attempts (
    mchOrderNo TEXT PRIMARY KEY, orderId TEXT NOT NULL REFERENCES orders, status TEXT NOT NULL DEFAULT 'new',
    made INTEGER NOT NULL, asked INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS payments (
    mchOrderNo TEXT PRIMARY KEY REFERENCES attempts, amount TEXT NOT NULL) STRICT;`;

/** The shop's orders, in SQLite. All functions are synchronous, so they never overlap. */
export class Orders {
  readonly database: DatabaseSync;
  readonly #now: () => number;

  /** @param now epoch milliseconds */
  constructor(file: string, now: () => number = Date.now) {
    this.#now = now;
    this.database = new DatabaseSync(file, { timeout: 5_000 });
    this.database.exec(`PRAGMA journal_mode = WAL; ${schema}`);
  }

  take(item: string, amount: string): string {
    const id = randomBytes(12).toString('hex');
    this.#run('INSERT INTO orders (id, item, amount) VALUES (?, ?, ?)', id, item, amount);
    return id;
  }

  find(id: string): Order | undefined {
    const [order] = this.#rows<Order>('SELECT id, item, amount, status FROM orders WHERE id = ?', id);
    return order && { ...order, received: formatAmount(this.#received(id)) };
  }

  /** Cancels an order unless it is paid. */
  cancel(id: string): void {
    this.#run("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'open'", id);
  }

  lastAttempt(id: string): Attempt | undefined {
    const last = 'SELECT mchOrderNo, status FROM attempts WHERE orderId = ? ORDER BY rowid DESC LIMIT 1';
    return this.#rows<Attempt>(last, id)[0];
  }

  /**
   * Returns the open attempt: the last attempt, or a new attempt with its own order number if the last attempt has
   * ended. Stores a new attempt before the shop calls the gateway, so the shop can always query its order number.
   */
  openAttempt(id: string): string {
    const last = this.lastAttempt(id);
    if (last !== undefined && !['success', 'failed', 'expired'].includes(last.status)) return last.mchOrderNo;
    const made = this.#rows('SELECT 1 FROM attempts WHERE orderId = ?', id).length;
    const mchOrderNo = `SHOP-${id}-${made + 1}`;
    const insert = 'INSERT INTO attempts (mchOrderNo, orderId, made, asked) VALUES (?, ?, ?, ?)';
    this.#run(insert, mchOrderNo, id, this.#now(), this.#now());
    return mchOrderNo;
  }

  /**
   * The attempts to query. An open attempt is always due. Any other unpaid attempt is due when its age has doubled
   * since the last query. A failed or expired attempt can still be paid, and its callbacks can be lost. The shop
   * therefore queries every attempt, but at growing intervals.
   */
  due(): readonly string[] {
    const due = "status = 'pending' OR (status <> 'success' AND ? - made >= 2 * (asked - made))";
    const select = `SELECT mchOrderNo FROM attempts WHERE ${due}`;
    return this.#rows<Attempt>(select, this.#now()).map(({ mchOrderNo }) => mchOrderNo);
  }

  /** Records that the gateway has just returned the attempt's state. */
  noteAsked(mchOrderNo: string): void {
    this.#run('UPDATE attempts SET asked = ? WHERE mchOrderNo = ?', this.#now(), mchOrderNo);
  }

  /**
   * Stores the state that the gateway reports, in any sequence and any number of times. Each payment has its own row,
   * so the shop credits it once. One transaction stores the row and its effects. A failed or expired attempt can still
   * be paid.
   *
   * @throws {Error} for an unknown order number, so the endpoint returns 500 and the gateway retries the callback
   */
  settle({ mchOrderNo, status, paidAmount }: Outcome): void {
    const [attempt] = this.#rows<{ orderId: string }>(
      'SELECT orderId FROM attempts WHERE mchOrderNo = ?',
      mchOrderNo,
    );
    if (attempt === undefined) throw new Error(`there is no attempt ${mchOrderNo}`);
    const note = "UPDATE attempts SET status = ? WHERE mchOrderNo = ? AND status <> 'success'";
    if (status !== 'success') {
      this.#run(note, status, mchOrderNo);
      return;
    }
    if (paidAmount === null) throw new Error(`${mchOrderNo} is paid, but its paidAmount is missing`);
    this.#together(() => {
      this.#run(note, status, mchOrderNo);
      this.#run('INSERT INTO payments VALUES (?, ?) ON CONFLICT DO NOTHING', mchOrderNo, paidAmount);
      const { amount = '' } = this.find(attempt.orderId) ?? {};
      // Compare the paid amount, not the requested amount. A cancelled order stays cancelled and needs a refund.
      const isPaid = this.#received(attempt.orderId) >= parseAmount(amount);
      const pay = "UPDATE orders SET status = 'paid' WHERE id = ? AND status = 'open'";
      if (isPaid) this.#run(pay, attempt.orderId);
    });
  }

  /** Returns the payment of one attempt in INR, or undefined if the attempt is unpaid. */
  creditedBy(mchOrderNo: string): string | undefined {
    return this.#rows<Order>('SELECT amount FROM payments WHERE mchOrderNo = ?', mchOrderNo)[0]?.amount;
  }

  /** Returns the received amount of an order in paise. */
  #received(id: string): bigint {
    const all = 'SELECT payments.amount FROM payments JOIN attempts USING (mchOrderNo) WHERE orderId = ?';
    return this.#rows<Order>(all, id).reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
  }

  #rows<Row>(sql: string, ...values: readonly (string | number)[]): Row[] {
    return this.database.prepare(sql).all(...values) as Row[];
  }

  #run(sql: string, ...values: readonly (string | number)[]): void {
    this.database.prepare(sql).run(...values);
  }

  #together(work: () => void): void {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.database.exec('COMMIT');
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }
}
