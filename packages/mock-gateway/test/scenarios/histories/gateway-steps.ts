import { expect } from 'vitest';
import { create, idIn, merchantOf, nameOf, send } from '../../model/calls.ts';
import { snapshotOf } from '../../model/invariants.ts';
import type { State, Terms } from '../../model/model.ts';
import { rejecting } from '../sender.ts';
import { type Stage, type Step, step } from './steps.ts';

/** Steps of the gateway, its clock and its environment. */

/** Freezes the clock at a later instant, as after a laptop's sleep. */
export function freezeLater(ms: number): Step {
  return step(`freeze ${ms} ms later`, async (played, { gateway }) => {
    const now = played.state.now + ms;
    played.state = { ...played.state, now };
    await gateway.clock.freeze({ at: new Date(now).toISOString() });
  });
}

export const restart = step('restart', async (_played, stage) => {
  const before = await snapshotOf(stage);
  stage.gateway = await stage.restart();
  await stage.gateway.callbacks.settle();
  // Orders in earlier responses must be stored, and nothing else may be stored (invariant 6).
  expect(await snapshotOf(stage)).toEqual(before);
});

export function receiverIs(mood: 'well' | 'ill'): Step {
  return step(`receiver ${mood}`, async (_played, { network }) => {
    network.script = mood === 'ill' ? rejecting : () => ({});
  });
}

type Settings = Pick<State, 'latePayments' | 'failedPayinCallback' | 'orderValidityMinutes'>;

export function settings(changed: Partial<Settings>): Step {
  return step(`settings ${JSON.stringify(changed)}`, async (played, { gateway }) => {
    await gateway.settings.update(changed);
    played.state = { ...played.state, ...changed };
  });
}

/** Turns maintenance on. Every call must be rejected without an effect (spec: Errors, `maintenance`). */
export function duringMaintenance(...creations: readonly Terms[]): Step {
  const references = creations.map(({ reference }) => reference).join(', ');
  return step(`maintenance: create ${references}`, async (_played, stage) => {
    await stage.gateway.settings.update({ maintenance: true });
    for (const terms of creations)
      expect(await send(stage, terms)).toMatchObject({ status: 503, error: 'maintenance' });
    await stage.gateway.settings.update({ maintenance: false });
  });
}

export function loseCallbacks(times: number, kind: 'drop' | 'duplicate'): Step {
  return step(`${times} callbacks: ${kind}`, async (_played, { gateway }) => {
    await gateway.faults.add({ endpoint: 'callback', times, action: { kind } });
  });
}

const actions = {
  status: { kind: 'status', status: 502 },
  drop: { kind: 'drop' },
  truncate: { kind: 'truncate' },
  garbage: { kind: 'garbage' },
} as const;

export interface Trouble {
  readonly phase: 'before' | 'after';
  readonly action: keyof typeof actions;
}

export type V3Terms = Terms & { readonly kind: 'payins' | 'payouts' };

/**
 * Creates an order while a fault is active. With a `before` fault, nothing happens. With an `after` fault, only the
 * response is lost.
 */
export function createInTrouble(terms: V3Terms, { phase, action }: Trouble): Step {
  const call = create(terms);
  return step(`${call.name}, ${action} ${phase}`, async (played, stage) => {
    const { gateway, orderNos } = stage;
    const endpoint = terms.kind === 'payins' ? 'payin' : 'payout';
    const { id } = await gateway.faults.add({ endpoint, times: 1, phase, action: actions[action] });
    await send(stage, terms).catch(() => {});
    // If the gateway rejected a call for another reason, the fault still exists.
    await gateway.faults.remove(id).catch(() => {});
    const known = orderNos.get(nameOf(terms));
    const [answer, next] = call.alone(played.state);
    const isMade = known === undefined && phase === 'after' && answer.startsWith('200');
    const found = await lookUp(stage, terms);
    if (!isMade) return expect(found).toBe(known ?? null);
    expect(found).not.toBeNull();
    orderNos.set(nameOf(terms), found ?? '');
    played.state = next;
  });
}

/** Queries the gateway order number, as a merchant does after a lost response. Returns null if no order exists. */
async function lookUp(stage: Stage, { mchId, kind, reference }: V3Terms): Promise<string | null> {
  const key = kind === 'payins' ? 'mchKey' : 'mchSecret';
  const answer = await merchantOf(stage, mchId).query({ mchOrderNo: reference }, { key });
  if (answer.status === 200) return idIn(answer.data);
  expect(answer).toMatchObject({ status: 404, error: 'order_not_found' });
  return null;
}
