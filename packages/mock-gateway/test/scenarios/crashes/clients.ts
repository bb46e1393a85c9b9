import { expect } from 'vitest';
import { type Answer, Caller, type Keys, type Send } from '../../client.ts';
import type { CrashedFile, LeftOrder } from './crashed-file.ts';

/** The orders that the clients know from the responses of a gateway. */
export class KnownOrders {
  /** Gateway order numbers by order number. */
  readonly orders = new Map<string, string>();
  /**
   * The last state that a response reported, and the state of a request without a response, by gateway order number.
   */
  readonly states = new Map<string, { readonly answered: string; readonly asked: string | null }>();
  settings = { answered: 30, asked: 30 };
  topUps = { answered: 0, asked: 0 };

  /**
   * Checks that a file contains at least the orders in the responses, and nothing that no client requested.
   *
   * @param unpaid state of unpaid pay-ins and links
   */
  expectIn(left: CrashedFile, unpaid: 'pending' | 'expired'): void {
    this.expectAmong(left.orders, unpaid);
    expect([this.settings.answered, this.settings.asked]).toContain(left.orderValidityMinutes);
    // Subtract one, because the opening balance is also a top-up.
    expect(left.topUps - 1).toBeGreaterThanOrEqual(this.topUps.answered);
    expect(left.topUps - 1).toBeLessThanOrEqual(this.topUps.asked);
  }

  /** Checks only the orders of a file. */
  expectAmong(left: ReadonlyMap<string, LeftOrder>, unpaid: 'pending' | 'expired'): void {
    for (const [reference, orderNo] of this.orders) {
      const order = left.get(orderNo);
      expect(order, `${reference} ${orderNo}`).toMatchObject({ reference });
      const begun = reference.startsWith('W') ? 'pending' : unpaid;
      const { answered, asked } = this.states.get(orderNo) ?? { answered: 'pending', asked: null };
      expect([answered === 'pending' ? begun : answered, asked], orderNo).toContain(order?.status);
    }
    const references = [...left.values()].map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
  }
}

export class Line {
  readonly #keys: Keys;
  readonly #answered: () => void;
  #caller: Caller | null = null;

  /** @param answered called for each response that arrives */
  constructor(keys: Keys, answered: () => void) {
    this.#keys = keys;
    this.#answered = answered;
  }

  connect(send: Send): void {
    this.#caller = new Caller(send, this.#keys);
  }

  /** Sends a call. Rejects if the gateway dies before it returns a response. */
  async ask(call: (caller: Caller) => Promise<Answer>): Promise<Answer> {
    if (this.#caller === null) throw new Error('no gateway has been opened');
    const answer = await call(this.#caller);
    this.#answered();
    return answer;
  }

  control(path: string, body: object = {}, method = 'POST'): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.ask((caller) =>
      caller.request(`/_mock/${path}`, { method, body: JSON.stringify(body), headers }),
    );
  }
}

/** A call that the client repeats if the gateway dies before its response. */
export type Task = () => Promise<void>;

type Move = readonly [shelf: 'payins' | 'links' | 'payouts', move: string, target: string];

/** Sequences of moves of an order, from its creation to its final state. */
const stories = [
  { letter: 'P', moves: [['payins', 'pay', 'success']] },
  { letter: 'L', moves: [['links', 'pay', 'success']] },
  {
    letter: 'P',
    moves: [
      ['payins', 'fail', 'failed'],
      ['payins', 'pay', 'success'],
    ],
  },
  {
    letter: 'W',
    moves: [
      ['payouts', 'approve', 'processing'],
      ['payouts', 'complete', 'success'],
    ],
  },
  { letter: 'W', moves: [['payouts', 'reject', 'failed']] },
] as const satisfies readonly { readonly letter: string; readonly moves: readonly Move[] }[];

export interface WorkOptions {
  readonly line: Line;
  readonly known: KnownOrders;
  /** Callback URL of links. */
  readonly callbackUrl: string;
}

/** Calls of clients, each with its own order numbers. */
export class MerchantLoad {
  readonly #line: Line;
  readonly #known: KnownOrders;
  readonly #callbackUrl: string;
  #count = 0;

  constructor({ line, known, callbackUrl }: WorkOptions) {
    this.#line = line;
    this.#known = known;
    this.#callbackUrl = callbackUrl;
  }

  /** Returns the tasks of one order, from its creation to its final move. */
  order(): readonly Task[] {
    this.#count += 1;
    const { letter, moves } = stories[this.#count % stories.length] ?? stories[0];
    const reference = `${letter}-${this.#count}`;
    const moved = moves.map((move) => () => this.#move(this.#known.orders.get(reference) ?? '', move));
    return [() => this.#create(letter, reference), ...moved];
  }

  /** Returns the repeated work of the operator, one task at a time. */
  operator(): readonly Task[] {
    this.#count += 1;
    // Move the clock by less than the final move of eight hours.
    const minutes = 31 + (this.#count % 400);
    return [() => this.#changeSettings(minutes), () => this.#topUp()];
  }

  async #create(letter: 'P' | 'L' | 'W', reference: string): Promise<void> {
    const answer = await this.#line.ask((caller) => {
      if (letter === 'P') return caller.payin({ mchOrderNo: reference });
      if (letter === 'W') return caller.payout({ mchOrderNo: reference });
      const link = { client_ref: reference, amount: '500.00', notify_url: this.#callbackUrl };
      return caller.createLink(link);
    });
    expect(answer.status, answer.text).toBe(200);
    this.#known.orders.set(reference, String(answer.data['orderNo'] ?? answer.data['link_code']));
  }
  async #move(orderNo: string, [shelf, move, target]: Move): Promise<void> {
    const { states } = this.#known;
    const { answered, asked } = states.get(orderNo) ?? { answered: 'pending', asked: null };
    states.set(orderNo, { answered, asked: target });
    const { status, text } = await this.#line.control(`${shelf}/${orderNo}/${move}`);
    // Only a repeated request may find that its move is already done.
    expect(asked === target ? [200, 409] : [200], text).toContain(status);
    if (status === 409) expect(text).toContain(` is ${target}`);
    states.set(orderNo, { answered: target, asked: null });
  }

  async #changeSettings(orderValidityMinutes: number): Promise<void> {
    this.#known.settings = { ...this.#known.settings, asked: orderValidityMinutes };
    const { status } = await this.#line.control('settings', { orderValidityMinutes }, 'PATCH');
    expect(status).toBe(200);
    this.#known.settings = { answered: orderValidityMinutes, asked: orderValidityMinutes };
  }

  async #topUp(): Promise<void> {
    const { topUps } = this.#known;
    topUps.asked += 1;
    const { status } = await this.#line.control('merchants/SHOP/credit', { amount: '1.00' });
    expect(status).toBe(200);
    topUps.answered += 1;
  }
}
