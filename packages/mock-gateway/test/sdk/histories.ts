import { type GatewayClient, isGatewayError, type Outcome } from '@inrgate/sdk';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  type Creation,
  creations,
  payoutLookedUp,
  type WireFault,
  type World,
  walletAfter,
  ways,
  withTimers,
} from './world.ts';

type Action = WireFault['action'];

/** Timeout of each attempt in milliseconds, on frozen timers. */
const timeout = 5_000;

/** Simultaneous calls with the same order number, and the faults that affect them. */
interface Step {
  readonly creation: Creation;
  readonly mchOrderNo: string;
  /** Maximum number of retries of each call. */
  readonly calls: readonly number[];
  readonly faults: readonly Pick<WireFault, 'phase' | 'action'>[];
}

const unknown: fc.Arbitrary<Action> = fc.constantFrom<Action[]>(
  { kind: 'drop' },
  { kind: 'truncate' },
  { kind: 'garbage' },
  { kind: 'hang' },
  { kind: 'delay', ms: 3 },
  { kind: 'status', status: 500, error: 'server_error' },
  { kind: 'status', status: 503, error: 'provider_unavailable', retryAfter: 0 },
);

/** A 4xx before the commit, because the gateway never rejects a call after its commit. */
const rejection: fc.Arbitrary<Action> = fc.constantFrom<Action[]>(
  { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 0 },
  { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 60 },
  { kind: 'status', status: 422, error: 'daily_limit' },
);

const fault = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ phase: fc.constantFrom('before', 'after'), action: unknown } as const),
  },
  { weight: 1, arbitrary: fc.record({ phase: fc.constant('before'), action: rejection } as const) },
);

const step: fc.Arbitrary<Step> = fc.record({
  creation: fc.constantFrom(...creations, payoutLookedUp),
  mchOrderNo: fc.constantFrom('A', 'B'),
  calls: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
  faults: fc.array(fault, { maxLength: 4 }),
});

type Result =
  | { readonly said: 'success'; readonly id: string; readonly duplicate: boolean }
  | { readonly said: Outcome };

/** Requests of a step: those that the client sent, and those that the gateway processed. */
class Traffic {
  readonly #world: World;
  sent = 0;
  #ended = 0;
  #seen = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** True if the gateway may still be processing a request. */
  get isUnderWay(): boolean {
    return this.#seen < this.sent;
  }

  client(maxRetries: number): GatewayClient {
    const beforeAttempt = () => {
      this.sent += 1;
    };
    const afterAttempt = () => {
      this.#ended += 1;
    };
    return this.#world.clientWith({ maxRetries, timeout, hooks: { beforeAttempt, afterAttempt } });
  }

  /** Makes the calls. Time passes only if nothing else happens, so hanging requests and waits end. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const end = this.#world.gateway.events.subscribe(({ type }) => {
      if (type === 'request') this.#seen += 1;
    });
    return withTimers(async () => {
      const running = work();
      let over = false;
      const ended = running.finally(() => {
        over = true;
      });
      while (!over) if (await this.#isStill()) await vi.advanceTimersByTimeAsync(timeout);
      // If the connection breaks, a call can end before the gateway has processed its request.
      for (let turn = 0; turn < 1_000 && this.isUnderWay; turn++) await nextTurn();
      return ended;
    }).finally(end);
  }

  /** Returns whether no request is open and nothing has happened for some turns of the event loop. */
  async #isStill(): Promise<boolean> {
    const { sent } = this;
    const ended = this.#ended;
    for (let turn = 0; turn < 100; turn++) {
      await nextTurn();
      if (this.isUnderWay || this.sent > sent || this.#ended > ended) return false;
    }
    return true;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function callOnce(client: GatewayClient, { creation, mchOrderNo }: Step): Promise<Result> {
  try {
    return { said: 'success', ...(await creation.create(client, mchOrderNo)) };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { said: error.outcome };
  }
}

/** Makes the calls of a step. The SDK must report the state of the gateway. */
async function take(world: World, step: Step): Promise<void> {
  const { gateway } = world;
  const { creation, mchOrderNo, calls } = step;
  const before = await creation.found(gateway, mchOrderNo);
  for (const fault of step.faults) gateway.faults.add({ endpoint: '*', times: 1, ...fault });
  const traffic = new Traffic(world);
  const results = await traffic.run(() =>
    Promise.all(calls.map((maxRetries) => callOnce(traffic.client(maxRetries), step))),
  );
  await gateway.faults.clear();
  const after = await creation.found(gateway, mchOrderNo);

  expect(after.length).toBeLessThanOrEqual(1);
  for (const result of results) if (result.said === 'success') expect(after).toEqual([result.id]);
  if (results.every(({ said }) => said === 'rejected' || said === 'not_sent')) expect(after).toEqual(before);
  const firsts = results.filter((result) => result.said === 'success' && !result.duplicate);
  if (creation.tellsDuplicates) expect(firsts.length).toBeLessThanOrEqual(before.length === 0 ? 1 : 0);
  // A query can precede each repeated request.
  const allowed = calls.reduce((sum, maxRetries) => sum + 1 + 2 * maxRetries, 0);
  expect(traffic.sent).toBeLessThanOrEqual(allowed);
}

/** Expects that each order number has at most one order, each payout was held once, and the ledger balances. */
async function expectBooksInOrder({ gateway }: World): Promise<void> {
  const { items } = await gateway.payouts.list();
  expect(await gateway.merchants.wallet(gateway.merchant.mchId)).toMatchObject(
    walletAfter(items.length * 1_075),
  );
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
}

/** Describes tests with random failures and retries. */
export function describeHistories(numRuns: number, seed = 20_261_121): void {
  it.each(ways)('the SDK reports exactly the orders that the gateway stores, %s', async (_way, open) => {
    const histories = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const world = await open();
      for (const one of steps) await take(world, one);
      await expectBooksInOrder(world);
      await world.gateway.close();
    });
    await fc.assert(histories, { seed, numRuns });
  });
}
