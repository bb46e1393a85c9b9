import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

export interface Order {
  /** Nobody can guess it: who has it sees the order's page. */
  readonly id: string;
  readonly item: string;
  /** INR with two decimals. */
  readonly amount: string;
  readonly status: 'open' | 'paid' | 'cancelled';
  /** INR; all that came in for it, by whichever attempt. */
  readonly received: string;
}

/** One try to pay an order: a pay-in of the gateway, under a number that no other try has. */
export interface Attempt {
  readonly mchOrderNo: string;
  /** `new` until the gateway has answered; then what it says. */
  readonly status: string;
}

/** What the gateway says of a pay-in, in a callback or as the answer to a query. */
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

/** The shop's orders, in SQLite. No function waits for anything, so each is done before another begins. */
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

  /** An order that is paid stays so. */
  cancel(id: string): void {
    this.#run("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'open'", id);
  }

  /** The last try to pay the order. */
  lastAttempt(id: string): Attempt | undefined {
    const last = 'SELECT mchOrderNo, status FROM attempts WHERE orderId = ? ORDER BY rowid DESC LIMIT 1';
    return this.#rows<Attempt>(last, id)[0];
  }

  /**
   * The try that can be paid: the last one, or another under a number of its own when that one is over. It is written
   * before the gateway hears of it: whatever happens then, the number is known and can be asked about.
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
   * The tries that it is time to ask about: one that waits for its payment always, and any other that is not paid once it is
   * twice as old as when it was asked about last. One that failed or expired can still be paid, and its callbacks can get
   * lost; so none is given up, and asking about all of them stays little.
   */
  due(): readonly string[] {
    const due = "status = 'pending' OR (status <> 'success' AND ? - made >= 2 * (asked - made))";
    const select = `SELECT mchOrderNo FROM attempts WHERE ${due}`;
    return this.#rows<Attempt>(select, this.#now()).map(({ mchOrderNo }) => mchOrderNo);
  }

  /** The gateway has answered about it just now. */
  noteAsked(mchOrderNo: string): void {
    this.#run('UPDATE attempts SET asked = ? WHERE mchOrderNo = ?', this.#now(), mchOrderNo);
  }

  /**
   * Notes what the gateway says, however often and in whatever order it says so. A payment is credited once, as there can
   * be one row for it; the row and what follows from it are written together or not at all. An attempt that failed or
   * expired can still be paid.
   *
   * @throws {Error} for a number that is not of this shop: the callback is then answered 500, and comes again
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
    if (paidAmount === null) throw new Error(`${mchOrderNo} is paid, but nobody says how much`);
    this.#together(() => {
      this.#run(note, status, mchOrderNo);
      this.#run('INSERT INTO payments VALUES (?, ?) ON CONFLICT DO NOTHING', mchOrderNo, paidAmount);
      const { amount = '' } = this.find(attempt.orderId) ?? {};
      // What was paid counts, not what was asked for. An order that was cancelled stays so: the money has to go back.
      const isPaid = this.#received(attempt.orderId) >= parseAmount(amount);
      const pay = "UPDATE orders SET status = 'paid' WHERE id = ? AND status = 'open'";
      if (isPaid) this.#run(pay, attempt.orderId);
    });
  }

  /** What one attempt brought in; nothing until it is paid. */
  creditedBy(mchOrderNo: string): string | undefined {
    return this.#rows<Order>('SELECT amount FROM payments WHERE mchOrderNo = ?', mchOrderNo)[0]?.amount;
  }

  /** Paise. */
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
