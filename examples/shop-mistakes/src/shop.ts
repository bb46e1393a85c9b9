import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { Gateway, type Payin } from './gateway.ts';

/** The page to which the shop sends the customer. */
export interface Checkout {
  readonly mchOrderNo: string;
  readonly payUrl: string;
}

/** Response to a callback. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The acknowledgement, spec: Delivery rules 1. */
export const success: Reply = { status: 200, text: 'success' };

/** A correct shop. Each faulty shop replaces one of its steps. */
export class Shop {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor(database: Database, environment: NodeJS.ProcessEnv) {
    this.database = database;
    this.gateway = new Gateway(environment);
  }

  /** Runs before the shop accepts requests. */
  start(): void {}

  /** Stores the order before the call of the gateway, so the order number is known even if the response is lost. */
  async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    this.database.insertOrder(mchOrderNo, amount);
    const { payUrl } = await this.gateway.create(mchOrderNo, amount);
    return { mchOrderNo, payUrl };
  }

  /** Receives a callback. Ignores a forged callback. */
  async receive(body: string, _contentType: string): Promise<Reply> {
    const payin = this.gateway.verified(body);
    return payin === undefined ? { status: 401, text: 'refused' } : this.callback(payin, body);
  }

  /** Handles a genuine callback. For an unknown order, returns an error, so the gateway retries the callback. */
  async callback(payin: Payin, _body: string): Promise<Reply> {
    if (this.database.order(payin.mchOrderNo) === undefined) return { status: 404, text: 'unknown order' };
    await this.settle(payin);
    return success;
  }

  /** Queries the gateway when the customer returns, because any visitor can open this page. */
  async returnPage(mchOrderNo: string): Promise<void> {
    if (this.database.order(mchOrderNo) !== undefined)
      await this.settle(await this.gateway.query(mchOrderNo));
  }

  /** Credits the paid amount once. Only the status `success` is final. */
  async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status === 'success') this.database.creditOnce(mchOrderNo, paidAmount);
  }

  protected amountOf(mchOrderNo: string): string {
    return this.database.order(mchOrderNo)?.amount ?? '0.00';
  }

  /** Runs work after all earlier work on this order in this process. The process can be killed at any point. */
  protected inTurn<Result>(mchOrderNo: string, work: () => Promise<Result>): Promise<Result> {
    const earlier = this.#busy.get(mchOrderNo)?.catch(() => {});
    const mine = Promise.resolve(earlier).then(work);
    this.#busy.set(mchOrderNo, mine);
    return mine;
  }
}

export type MakeShop = new (database: Database, environment: NodeJS.ProcessEnv) => Shop;

export function newOrderNo(): string {
  return `SHOP-${randomBytes(8).toString('hex')}`;
}

/** Waits as long as a call to a database, a mail server or a stock system takes. */
export function otherWork(): Promise<void> {
  return sleep(50);
}
