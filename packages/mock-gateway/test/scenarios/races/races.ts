import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import type { MockGateway } from '../../../src/index.ts';
import { ScriptedNetwork } from '../sender.ts';
import { openSlowGateway, pausing } from '../slow-store.ts';
import { type Call, calls, openShop, type Shop, stateOf } from './calls.ts';
import type { State } from './sequential.ts';

export interface Races {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * Several calls at once, every wait for the store taking its turn as the scheduler draws it: whatever the order, each is
 * answered, and all is left, as if they had been made one after the other in some order.
 */
export async function expectRaces({ numRuns, seed }: Races): Promise<void> {
  const gateway = await openSlowGateway({
    sender: new ScriptedNetwork().send,
    settings: { rateLimitPerMinute: 1_000_000, latePayments: 'refuse' },
  });
  let turn: (() => Promise<void>) | null = null;
  pausing(() => turn?.());
  onTestFinished(() => {
    turn = null;
  });
  const some = fc.shuffledSubarray([...calls], { minLength: 2, maxLength: 5 });
  const property = fc.asyncProperty(fc.scheduler(), some, async (scheduler, drawn) => {
    const [shop, before] = await openShop(gateway);
    turn = async () => {
      await scheduler.schedule(Promise.resolve());
    };
    let answers: readonly string[];
    try {
      answers = await scheduler.waitFor(Promise.all(drawn.map(({ run }) => run(shop))));
    } finally {
      turn = null;
      await scheduler.waitIdle();
    }
    await gateway.callbacks.settle();
    await expectSequential({ shop, drawn, before, answers });
    await expectKept(gateway, shop);
  });
  await fc.assert(property, { numRuns, seed });
}

interface Seen {
  readonly shop: Shop;
  readonly drawn: readonly Call[];
  readonly before: State;
  readonly answers: readonly string[];
}

async function expectSequential({ shop, drawn, before, answers }: Seen): Promise<void> {
  const after = await stateOf(shop);
  const possible = orders(drawn.length).map((order) => inOrder(drawn, before, order));
  const found = possible.some((one) => equal(one, { answers, after }));
  if (!found) expect({ answers, after }, drawn.map(({ name }) => name).join(', ')).toEqual(possible[0]);
}

interface Outcome {
  readonly answers: readonly string[];
  readonly after: State;
}

/** What they would be answered one after the other, each answer in its call's place. */
function inOrder(drawn: readonly Call[], before: State, order: readonly number[]): Outcome {
  const answers: string[] = [];
  let state = before;
  for (const index of order) {
    const [answer, next] = drawn[index]?.alone(state) ?? ['', state];
    answers[index] = answer;
    state = next;
  }
  return { answers, after: state };
}

function equal(a: Outcome, b: Outcome): boolean {
  return isDeepStrictEqual(a, b);
}

/** Every order of so many things. */
function orders(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
  );
}

/** The books balance, and each outcome is told once. */
async function expectKept(gateway: MockGateway, { orderNos }: Shop): Promise<void> {
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  for (const orderNo of Object.values(orderNos)) {
    const events = (await gateway.callbacks.list({ orderNo })).items.map(({ event }) => event);
    expect(new Set(events).size, events.join()).toBe(events.length);
  }
}
