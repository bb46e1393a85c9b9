import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { outcomesOf } from '../../model/calls.ts';
import { viewOf } from '../../model/model.ts';
import { seenOf, viewIn } from '../../model/seen.ts';
import { ScriptedNetwork } from '../sender.ts';
import { openSlowGateway, pausing } from '../slow-store.ts';
import { callsOf, openShop } from './calls.ts';

export interface Races {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * Makes simultaneous calls with random delays of the store. Expects that the responses and the state equal those of the
 * calls in some sequence.
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
  const some = fc.shuffledSubarray([...callsOf('SHOP').keys()], { minLength: 2, maxLength: 5 });
  const property = fc.asyncProperty(fc.scheduler(), some, async (scheduler, drawn) => {
    const { real, mchId, state } = await openShop(gateway);
    const all = callsOf(mchId);
    const calls = drawn.flatMap((index) => all[index] ?? []);
    turn = async () => {
      await scheduler.schedule(Promise.resolve());
    };
    let answers: readonly string[];
    try {
      answers = await scheduler.waitFor(Promise.all(calls.map(({ run }) => run(real))));
    } finally {
      turn = null;
      await scheduler.waitIdle();
    }
    await gateway.callbacks.settle();
    const after = viewIn(await seenOf(gateway, mchId));
    const possible = outcomesOf(calls, state).map((one) => ({
      answers: one.answers,
      after: viewOf(one.state, mchId),
    }));
    const found = possible.some((one) => isDeepStrictEqual(one, { answers, after }));
    if (!found) expect({ answers, after }, calls.map(({ name }) => name).join(', ')).toEqual(possible[0]);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  });
  await fc.assert(property, { numRuns, seed });
}
