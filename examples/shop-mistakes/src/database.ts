import { DatabaseSync } from 'node:sqlite';

export interface Order {
  readonly amount: string;
  /** `open`, or another value that a faulty shop stores. */
  readonly status: string;
  /** Expiry of the pay-in, or an empty string until the gateway has responded. */
  readonly expiresAt: string;
}

const schema = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS orders (
    mchOrderNo TEXT PRIMARY KEY, amount TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open',
    expiresAt TEXT NOT NULL DEFAULT '') STRICT;
  CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS credits (mchOrderNo TEXT NOT NULL, amount TEXT NOT NULL) STRICT;`;

/** The shop's database. If the process is killed, everything that is stored survives. */
export class Database {
  readonly #sqlite: DatabaseSync;

  constructor(file: string) {
    this.#sqlite = new DatabaseSync(file, { timeout: 5_000 });
    this.#sqlite.exec(schema);
  }

  get isOpen(): boolean {
    return this.#sqlite.isOpen;
  }

  close(): void {
    this.#sqlite.close();
  }

  insertOrder(mchOrderNo: string, amount: string): void {
    this.run('INSERT INTO orders (mchOrderNo, amount) VALUES (?, ?)', mchOrderNo, amount);
  }

  order(mchOrderNo: string): Order | undefined {
    return this.rows<Order>('SELECT * FROM orders WHERE mchOrderNo = ?', mchOrderNo)[0];
  }

  setStatus(mchOrderNo: string, status: string): void {
    this.run('UPDATE orders SET status = ? WHERE mchOrderNo = ?', status, mchOrderNo);
  }

  /** Stores a mark with one statement and a unique constraint. Returns false if the mark already exists. */
  mark(mark: string): boolean {
    return this.run('INSERT INTO marks VALUES (?) ON CONFLICT DO NOTHING', mark) === 1;
  }

  isMarked(mark: string): boolean {
    return this.rows('SELECT 1 FROM marks WHERE mark = ?', mark).length > 0;
  }

  credit(mchOrderNo: string, amount: string): void {
    this.run('INSERT INTO credits VALUES (?, ?)', mchOrderNo, amount);
  }

  /** Stores a credit and its mark in one transaction, once for each mark. */
  creditOnce(mchOrderNo: string, amount: string, mark = mchOrderNo): void {
    this.together(() => {
      if (this.mark(mark)) this.credit(mchOrderNo, amount);
    });
  }

  /** Returns the number and the sum of the credits in the format of a probe. */
  credited(mchOrderNo: string): { readonly count: number; readonly amount: string } {
    const credits = this.rows<Order>('SELECT amount FROM credits WHERE mchOrderNo = ?', mchOrderNo);
    const sum = credits.reduce((paise, { amount }) => paise + paiseOf(amount), 0n);
    return {
      count: credits.length,
      amount: `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`,
    };
  }

  /** Runs the work in one transaction. */
  together(work: () => void): void {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#sqlite.exec('COMMIT');
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  rows<Row>(sql: string, ...values: readonly string[]): Row[] {
    return this.#sqlite.prepare(sql).all(...values) as Row[];
  }

  run(sql: string, ...values: readonly string[]): number {
    return Number(this.#sqlite.prepare(sql).run(...values).changes);
  }
}

export function paiseOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
