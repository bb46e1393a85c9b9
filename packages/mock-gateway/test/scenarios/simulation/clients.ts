import type { Keys } from '../../client.ts';
import type { Call, Member } from './calls.ts';
import type { Stage } from './stage.ts';

export const merchants: readonly Keys[] = ['M1', 'M2', 'M3'].map((mchId) => ({
  mchId,
  mchKey: `key-of-${mchId}`,
  mchSecret: `secret-of-${mchId}`,
}));

export interface KnownOrder {
  readonly generation: number;
  readonly kind: 'payins' | 'payouts';
  readonly mchId: string;
  readonly number: string;
  readonly orderNo: string;
  /** The final state of the order, if known. */
  state: string | null;
}

export interface Written {
  readonly place: string;
  readonly value: string;
  readonly call: Promise<Call>;
  made: Call | null;
}

/** External actions: of customers, merchants and operators, and failures of machines. */
export class Clients {
  readonly #stage: Stage;
  readonly orders: KnownOrder[] = [];
  readonly written: Written[] = [];
  #drawn = 0;
  readonly #all: readonly (readonly [weight: number, act: () => void])[];

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#all = [
      [5, () => this.#payin()],
      [3, () => this.#payout()],
      [6, () => this.#decide()],
      [2, () => this.#resend()],
      [1, () => this.#credit()],
      [3, () => this.#settings()],
      [2, () => this.#merchant()],
      [2, () => void this.#fault()],
      [2, () => this.#manyQueries()],
      [5, () => this.#moveClock()],
      [1, () => this.#reset()],
      [3, () => this.#stall()],
      [2, () => this.#crash()],
      [2, () => stage.start()],
      [1, () => this.#stop()],
    ];
  }

  /** Performs a random action. */
  act(): void {
    const { world, present } = this.#stage;
    if (present.length === 0) {
      this.#stage.start();
      return;
    }
    const sum = this.#all.reduce((total, [weight]) => total + weight, 0);
    let left = world.draw(sum);
    for (const [weight, act] of this.#all) {
      left -= weight;
      if (left >= 0) continue;
      act();
      return;
    }
  }

  #once(): number {
    this.#drawn += 1;
    return this.#drawn;
  }

  #payin(): void {
    const { world, anyone } = this.#stage;
    const number = `P-${world.draw(4)}`;
    const keys = world.one(merchants);
    const params = { mchOrderNo: number, amount: '500.00' };
    this.#create('payins', keys, { ...params }, anyone);
    // Send the same call to other gateways simultaneously.
    for (let more = world.draw(3); more > 0; more--) this.#create('payins', keys, params, this.#stage.anyone);
  }

  /** Requests a payout. The balance covers at most two payouts. */
  #payout(): void {
    const { world } = this.#stage;
    const keys = world.one(merchants);
    for (let more = 1 + world.draw(3); more > 0; more--) {
      const params = { mchOrderNo: `W-${world.draw(5)}`, amount: '9000.00', upiId: 'asha@okhdfcbank' };
      this.#create('payouts', keys, params, this.#stage.anyone);
    }
  }

  #create(
    kind: KnownOrder['kind'],
    keys: Keys,
    params: { readonly mchOrderNo: string; readonly amount: string },
    member: Member,
  ): void {
    const { calls, world } = this.#stage;
    const endpoint = kind === 'payins' ? 'payin' : 'payout';
    void calls.wire(member, keys, endpoint, { ...params }).then((call) => {
      const { answer, generation, isAcrossReset } = call;
      if (answer?.status !== 200 || isAcrossReset) return;
      const order: KnownOrder = {
        generation,
        kind,
        mchId: keys.mchId,
        number: params.mchOrderNo,
        orderNo: String(answer.body['orderNo']),
        state: null,
      };
      const twin = this.orders.find(
        (other) =>
          other.generation === generation &&
          other.kind === kind &&
          other.mchId === order.mchId &&
          other.number === order.number,
      );
      if (twin === undefined) this.orders.push(order);
      else if (twin.orderNo !== order.orderNo) world.broken(`${order.number} is two orders`);
    });
  }

  /** The customer pays or does not pay, or the operator approves or rejects. */
  #decide(): void {
    const { world, database } = this.#stage;
    const known = this.orders.filter(({ generation }) => generation === database.generation);
    const order = known.length === 0 ? null : world.one(known);
    if (order === null) this.#payin();
    else this.#decideOn(order);
  }

  #decideOn(order: KnownOrder): void {
    const { world, calls } = this.#stage;
    for (let times = 1 + world.draw(2); times > 0; times--) {
      const does = world.one(
        order.kind === 'payins' ? ['pay', 'pay', 'fail'] : ['approve', 'complete', 'reject'],
      );
      const path = `/${order.kind}/${order.orderNo}/${does}`;
      const finals: Readonly<Record<string, string>> = {
        pay: 'success',
        complete: 'success',
        reject: 'failed',
      };
      void calls.control(this.#stage.anyone, 'POST', path, {}).then(({ answer, isAcrossReset }) => {
        const final = finals[does];
        if (answer?.status !== 200 || isAcrossReset || final === undefined) return;
        if (order.state !== null && order.state !== final)
          world.broken(`${order.orderNo} was reported as both ${order.state} and ${final}`);
        order.state = final;
      });
    }
  }

  #resend(): void {
    const { world, calls, database } = this.#stage;
    const known = this.orders.filter(({ generation }) => generation === database.generation);
    if (known.length === 0) return;
    const order = world.one(known);
    void calls.control(this.#stage.anyone, 'POST', `/${order.kind}/${order.orderNo}/resend`, {});
  }

  #credit(): void {
    const { world, calls, anyone } = this.#stage;
    const { mchId } = world.one(merchants);
    void calls.control(anyone, 'POST', `/merchants/${mchId}/credit`, { amount: '100.00' });
  }

  /** Changes one setting, or two settings at two gateways simultaneously. */
  #settings(): void {
    const { world, present } = this.#stage;
    if (present.length === 0) return;
    const which = world.draw(3);
    if (which > 0) this.#writes('settings.orderValidityMinutes', 30 + this.#once(), this.#stage.anyone);
    if (which < 2) this.#writes('settings.usdtRate', `${90 + this.#once()}.0000`, this.#stage.anyone);
  }

  #merchant(): void {
    const { world, anyone } = this.#stage;
    const { mchId } = world.one(merchants);
    this.#writes(`${mchId}.payinMax`, `${100_000 + this.#once()}.00`, anyone);
    this.#writes(`${mchId}.payoutMax`, `${100_000 + this.#once()}.00`, this.#stage.anyone);
  }

  #writes(place: string, value: string | number, member: Member): void {
    const [owner = '', field = ''] = place.split('.');
    const { calls } = this.#stage;
    const call =
      owner === 'settings'
        ? calls.control(member, 'PATCH', '/settings', { [field]: value })
        : calls.control(member, 'PATCH', `/merchants/${owner}`, { limits: { [field]: value } });
    const written: Written = { place, value: String(value), call, made: calls.made.at(-1) ?? null };
    this.written.push(written);
  }

  /** Invariant: a fault with `times` occurs exactly this number of times. */
  async #fault(): Promise<void> {
    const { world, calls, anyone } = this.#stage;
    const keys = world.one(merchants);
    const mchOrderNo = `F-${this.#once()}`;
    const times = 1 + world.draw(2);
    const action = { kind: 'status', status: 599 } as const;
    const fault = { endpoint: 'check-order-status', phase: 'before', mchOrderNo, times, action };
    const added = await calls.control(anyone, 'POST', '/faults', fault);
    if (added.answer?.status !== 201 || added.isAcrossReset) return;
    const made: Call[] = [];
    for (let more = times + 1; more > 0; more--) {
      if (this.#stage.present.length === 0) return;
      void calls.wire(this.#stage.anyone, keys, 'check-order-status', { mchOrderNo });
      const call = calls.made.at(-1);
      if (call !== undefined) made.push(call);
    }
    this.struck.push({ times, made });
  }

  readonly struck: { readonly times: number; readonly made: readonly Call[] }[] = [];

  #manyQueries(): void {
    const { world, calls } = this.#stage;
    const keys = world.one(merchants);
    for (let more = 4 + world.draw(4); more > 0; more--)
      void calls.wire(this.#stage.anyone, keys, 'check-order-status', { mchOrderNo: 'nothing' });
  }

  #moveClock(): void {
    if (this.#stage.present.length === 0) return;
    const { world, calls, anyone, database, receivers } = this.#stage;
    const by = world.one(['1m', '5m', '31m', '2h', '6h']);
    const [path, body] = world.one<readonly [string, object]>([
      ['advance', { by }],
      ['advance', { by }],
      ['advance', { by }],
      ['advance-to-next', {}],
      ['freeze', {}],
      ['freeze', {}],
      ['resume', {}],
    ]);
    void calls.control(anyone, 'POST', `/clock/${path}`, body).then((call) => {
      const { answer, beganStep, isAcrossReset } = call;
      if (answer?.status !== 200 || isAcrossReset || database.tickets.isLeadLost) return;
      const told = Date.parse(String(answer.body['now']));
      if (database.trueTime < told - world.latenessMs)
        world.broken(`the clock is ${told - database.trueTime} ms behind the reported time`);
      const [left] = path.startsWith('advance') ? receivers.stillUnderWay(beganStep) : [];
      if (left !== undefined) world.broken(`an advance did not wait for what ${left.process.name} delivers`);
    });
  }

  #reset(): void {
    const { calls, anyone, world } = this.#stage;
    anyone.process.disruptedAt.push(world.now);
    void calls.control(anyone, 'POST', '/reset').then(() => anyone.process.disruptedAt.push(world.now));
  }

  /** Stalls a gateway at the worst time: during a delivery or during exclusive work. */
  #stall(): void {
    const { world } = this.#stage;
    const ms = world.one([1_000, 33_000, 38_000, 45_000, 70_000]) + world.draw(1_000);
    const acts = world.one([() => this.#settings(), () => this.#moveClock()]);
    this.#stage.lieInWait((process) => {
      world.stall(process, ms);
      // Let other instances act when the stalled gateway counts as dead.
      for (const after of [32_000, 34_000]) this.#stage.later(acts, after);
    });
    acts();
  }

  #crash(): void {
    this.#stage.lieInWait((process) => this.#stage.world.crash(process));
  }

  #stop(): void {
    this.#stage.stop(this.#stage.anyone);
  }
}
