import { DatabaseSync } from 'node:sqlite';
import type { Sender } from '@inrgate/conformance/internal';
import { describe, expect, it } from 'vitest';
import { DeliveryLimiter } from '../src/callbacks/delivery-limiter.ts';
import { maxCallers, RateLimit } from '../src/limits/rate-limit.ts';
import { maxAddresses, SignatureLock } from '../src/limits/signature-lock.ts';
import { EventHub } from '../src/log/events.ts';
import { Orders, openGateway, temporaryFile } from './scenarios/harness.ts';

interface Table {
  readonly bound: number;
  /** Returns the size after this number of rounds. Each round uses new names. */
  readonly after: (rounds: number) => Promise<number>;
}

const tables: Readonly<Record<string, Table>> = {
  'locked addresses': {
    bound: maxAddresses,
    async after(rounds) {
      const locks = new SignatureLock();
      const rule = { failures: 1, windowSeconds: 600, lockSeconds: 900 };
      for (let round = 0; round < rounds; round++) locks.recordFailure(`address ${round}`, rule, 0);
      return locks.list(1).length;
    },
  },
  'callers with a rate': {
    bound: maxCallers,
    async after(rounds) {
      const rates = new RateLimit();
      for (let round = 0; round < rounds; round++) rates.admit(`caller ${round}`, 1, 0);
      // Add the newest name first, because an unknown caller replaces a known caller.
      let known = 0;
      for (let round = rounds - 1; round >= 0; round--)
        if (rates.admit(`caller ${round}`, 1, 1) === null) break;
        else known += 1;
      return known;
    },
  },
  'receivers that are remembered to have hung': {
    bound: 1_000,
    async after(rounds) {
      let hung = 0;
      const limiter = new DeliveryLimiter({ patienceMs: 1 }, () => {
        hung += 1;
      });
      const taken = Array.from({ length: rounds }, (_, round) => limiter.take(`receiver ${round}:80`));
      await expect.poll(() => hung, { timeout: 60_000 }).toBe(rounds);
      for (const slot of taken) slot.leave(false);
      return limiter.busy.size;
    },
  },
  'receivers with a delivery': {
    bound: 0,
    async after(rounds) {
      const limiter = new DeliveryLimiter({}, () => {});
      for (let round = 0; round < rounds; round++) limiter.take(`receiver ${round}:80`).leave(true);
      return limiter.busy.size;
    },
  },
  'events that no listener hears': {
    bound: 0,
    async after(rounds) {
      let made = 0;
      const events = new EventHub();
      for (let round = 0; round < rounds; round++) {
        events.subscribe(() => {})();
        events.publish(() => {
          made += 1;
          return [];
        });
      }
      return made;
    },
  },
};

describe.each(Object.entries(tables))('memory of %s', (_, { bound, after }) => {
  it('the table uses the same memory after twice as many rounds', async () => {
    const rounds = Math.max(bound, 100) + 50;
    expect(await after(rounds)).toBeLessThanOrEqual(bound);
    expect(await after(2 * rounds)).toBeLessThanOrEqual(bound);
  });
});

/** Number of rows by which each SQLite table grows in a round. Add each new table with its limit. */
const growth: Readonly<Record<string, number>> = {
  merchants: 0,
  accounts: 0,
  state: 0,
  payout_days: 0,
  payouts: 0,
  notifications: 0,
  // Each round adds an order, its payment, its ledger entries, its callback and the attempts.
  deposits: 1,
  moves: 1,
  transactions: 1,
  entries: 3,
  callbacks: 1,
  attempts: 2,
};

function rowsOf(file: string): Map<string, number> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const names = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name));
    const count = (name: string) =>
      Number(db.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.['rows']);
    return new Map(names.map((name) => [name, count(name)]));
  } finally {
    db.close();
  }
}

it('each table of the SQLite store grows only by the new rows of a round', async () => {
  const db = temporaryFile();
  const sender: Sender = async () => ({
    durationMs: 1,
    status: 200,
    body: new TextEncoder().encode('success'),
    redirectHost: null,
    failure: null,
    detail: null,
  });
  /** Returns the state of the file after this number of rounds. */
  const played = async (rounds: number) => {
    const gateway = await openGateway({ db, sender, settings: { rateLimitPerMinute: null }, clock: {} });
    const orders = new Orders(gateway);
    const { mchId } = gateway.merchant;
    for (let round = 0; round < rounds; round++) {
      const orderNo = await orders.payin({
        mchOrderNo: `R-${rounds}-${round}`,
        notifyUrl: 'http://shop.example/',
      });
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      await gateway.payins.resend(orderNo);
      await gateway.settings.update({ usdtRate: `9${round % 10}.0000` });
      await gateway.merchants.update(mchId, { suspended: false });
      await gateway.clock.advance('1s');
    }
    await gateway.close();
    return rowsOf(db);
  };
  await played(1);
  const before = await played(2);
  const rounds = 5;
  const after = await played(rounds);
  const grown = [...after].map(([name, rows]) => [name, (rows - (before.get(name) ?? 0)) / rounds]);
  expect(Object.fromEntries(grown)).toEqual(growth);
});
