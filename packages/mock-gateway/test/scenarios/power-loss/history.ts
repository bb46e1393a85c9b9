import { readFileSync, realpathSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { MockGateway } from '../../../src/index.ts';
import { callerOf, Orders, openGateway, orderNoOf, temporaryFile } from '../harness.ts';
import { rejecting, ScriptedNetwork } from '../sender.ts';
import { inFrontOfStatements } from '../statements.ts';
import { storedIn } from './stored.ts';

/** A stored state, with the length of the write-ahead log at this point. */
interface Moment {
  readonly walBytes: number;
  readonly stored: string;
}

/** Files of a gateway before a power loss, with the history of its stored states. */
export interface History {
  /** The database file, which commits do not change. Commits are only in the log. */
  readonly main: Buffer;
  /** The database file after a checkpoint, before the gateway restarts the log. */
  readonly checkpointed: Buffer;
  readonly wal: Buffer;
  readonly moments: readonly Moment[];
  /** Value of `PRAGMA synchronous` on the gateway's connection. 2 is FULL. */
  readonly synchronous: unknown;
}

/** Makes every kind of commit and delivery once. Each commit must be in the log before its response. */
export async function playHistory(): Promise<History> {
  const file = temporaryFile();
  const record = new Record(file);
  try {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ db: file, sender: network.send });
    await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl: 'http://merchant.example/' });
    await play(gateway, network, (text) => expect(record.moments.at(-1)?.stored).toContain(text));
    const before = { main: readFileSync(file), wal: readFileSync(`${file}-wal`) };
    const synchronous = record.db.prepare('PRAGMA synchronous').get()?.['synchronous'];
    const { moments } = record;
    record.end();
    record.db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return { ...before, checkpointed: readFileSync(file), moments, synchronous };
  } finally {
    record.end();
  }
}

/** Records the stored state after each statement outside a transaction. */
class Record {
  readonly moments: Moment[] = [];
  readonly #file: string;
  readonly #remove: () => void;
  #db: DatabaseSync | null = null;
  #looking = false;

  constructor(file: string) {
    this.#file = file;
    this.#remove = inFrontOfStatements(({ database }, run) => {
      const answer = run();
      if (database.location() === realpathSync(file) && !database.isTransaction && !this.#looking)
        this.#look(database);
      return answer;
    });
  }

  get db(): DatabaseSync {
    if (this.#db === null) throw new Error('nothing was stored');
    return this.#db;
  }

  end(): void {
    this.#remove();
  }

  #look(db: DatabaseSync): void {
    this.#db = db;
    this.#looking = true;
    const stored = storedIn(db);
    this.#looking = false;
    if (stored === null || stored === this.moments.at(-1)?.stored) return;
    // The tables are created before the log exists.
    const walBytes = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size;
    if (walBytes !== undefined) this.moments.push({ walBytes, stored });
  }
}

type Expect = (text: string) => void;

async function play(gateway: MockGateway, network: ScriptedNetwork, expectStored: Expect): Promise<void> {
  const [caller, orders] = [callerOf(gateway), new Orders(gateway)];
  const numbers = [await orders.payin(), await orders.payout(), await orders.link()] as const;
  for (const orderNo of numbers) expectStored(orderNo);
  const [payin, payout] = numbers;
  await gateway.payins.pay(payin, { utr: 'UTR-OF-THE-PAYIN' });
  expectStored('UTR-OF-THE-PAYIN');
  await gateway.payouts.approve(payout);
  expectStored('"processing"');
  await gateway.payouts.complete(payout, { txid: 'TXID-OF-THE-PAYOUT' });
  expectStored('TXID-OF-THE-PAYOUT');
  await gateway.callbacks.settle();
  network.script = rejecting;
  await gateway.payouts.reject(await orders.payout(), { message: 'REJECTED' });
  expectStored('REJECTED');
  const together = await Promise.all([
    caller.payin({ mchOrderNo: 'A' }),
    caller.payout({ mchOrderNo: 'B' }),
    caller.payin({ mchOrderNo: 'A' }),
  ]);
  for (const answer of together) expectStored(orderNoOf(answer));
  await gateway.settings.update({ orderValidityMinutes: 77 });
  expectStored('orderValidityMinutes\\":77');
  await gateway.createMerchant({ mchId: 'ANOTHER' });
  expectStored('"ANOTHER"');
  await gateway.clock.advance('2m');
  await gateway.callbacks.settle();
  await gateway.reset();
  expectStored('orderValidityMinutes\\":30');
}
