import type { Duration } from '@inrgate/sdk/internal';
import { expect } from 'vitest';
import { callerOf } from '../harness.ts';
import { refusing } from '../sender.ts';
import { type Creation, depositOf, keepDeposit, sendDeposit } from './deposit-steps.ts';
import { snapshotOf } from './invariants.ts';
import { keysOf } from './merchants.ts';
import { type Model, paise, shopOf } from './model.ts';
import { keepPayout, payoutRefusal, sendPayout, type Withdrawal } from './payout-steps.ts';
import { idOf, type Real, type Step, step } from './steps.ts';

/** What happens to the gateway itself, to its clock and to what is around it. */

export function advance(by: Duration, ms: number): Step {
  return step(`advance ${by}`, async (model, { gateway }) => {
    await gateway.clock.advance(by);
    model.now += ms;
  });
}

/** The clock stands still at a later instant, as after a laptop that slept. */
export function freezeLater(ms: number): Step {
  return step(`freeze ${ms} ms later`, async (model, { gateway }) => {
    model.now += ms;
    await gateway.clock.freeze({ at: new Date(model.now).toISOString() });
  });
}

export const restart = step('restart', async (_model, real) => {
  const before = await snapshotOf(real.gateway);
  real.gateway = await real.restart();
  await real.gateway.callbacks.settle();
  // What was answered is stored (6): nothing is lost, nothing is new.
  expect(await snapshotOf(real.gateway)).toEqual(before);
});

export function receiverIs(mood: 'well' | 'ill'): Step {
  return step(`receiver ${mood}`, async (_model, { network }) => {
    network.script = mood === 'ill' ? refusing : () => ({});
  });
}

interface Settings {
  readonly latePayments?: Model['late'];
  readonly failedPayinCallback?: boolean;
  readonly orderValidityMinutes?: number;
}

export function settings(changed: Settings): Step {
  return step(`settings ${JSON.stringify(changed)}`, async (model, { gateway }) => {
    await gateway.settings.update(changed);
    model.late = changed.latePayments ?? model.late;
    model.failedTold = changed.failedPayinCallback ?? model.failedTold;
    model.validityMinutes = changed.orderValidityMinutes ?? model.validityMinutes;
  });
}

/** During maintenance every call is refused, and nothing comes of it (spec: Errors, `maintenance`). */
export function duringMaintenance(creation: Creation, withdrawal: Withdrawal): Step {
  return step(`maintenance: create ${creation.reference}, ${withdrawal.reference}`, async (_model, real) => {
    await real.gateway.settings.update({ maintenance: true });
    for (const answer of [
      await sendDeposit(real, { ...creation, kind: 'payins' }),
      await sendPayout(real, withdrawal),
    ]) {
      expect(answer).toMatchObject({ status: 503, error: 'maintenance' });
    }
    await real.gateway.settings.update({ maintenance: false });
  });
}

export function loseCallbacks(times: number, kind: 'drop' | 'duplicate'): Step {
  return step(`${times} callbacks: ${kind}`, async (_model, { gateway }) => {
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

/** Sends while the next answer goes wrong, whatever comes back: before, nothing happens; after, only the answer is lost. */
async function inTrouble(
  { gateway }: Real,
  { endpoint, phase, action }: Trouble & { readonly endpoint: 'payin' | 'payout' },
  send: () => Promise<unknown>,
): Promise<void> {
  const { id } = await gateway.faults.add({ endpoint, times: 1, phase, action: actions[action] });
  await send().catch(() => {});
  // What is refused anyway has used none of it up.
  await gateway.faults.remove(id).catch(() => {});
}

/** The service's number, asked for as a merchant does who was not answered; null for no order. */
async function lookUp(real: Real, mchId: string, key: 'mchKey' | 'mchSecret', mchOrderNo: string) {
  const answer = await callerOf(real.gateway, keysOf(mchId)).query({ mchOrderNo }, { key });
  if (answer.status === 200) return idOf(answer);
  expect(answer).toMatchObject({ status: 404, error: 'order_not_found' });
  return null;
}

export function createDepositInTrouble(creation: Creation, trouble: Trouble): Step {
  const { mchId, reference, amount, tradeType } = creation;
  const name = `${mchId}: create payins ${reference} ${amount} ${tradeType}`;
  return step(`${name}, ${trouble.action} ${trouble.phase}`, async (model, real) => {
    await inTrouble(real, { ...trouble, endpoint: 'payin' }, () =>
      sendDeposit(real, { ...creation, kind: 'payins' }),
    );
    const known = depositOf(shopOf(model, mchId), { kind: 'payins', reference });
    const found = await lookUp(real, mchId, 'mchKey', reference);
    if (known !== undefined) return expect(found).toBe(known.orderNo);
    if (trouble.phase === 'before') return expect(found).toBeNull();
    expect(found).not.toBeNull();
    keepDeposit(model, { ...creation, kind: 'payins' }, found ?? '');
  });
}

export function createPayoutInTrouble(withdrawal: Withdrawal, trouble: Trouble): Step {
  const { mchId, reference, amount } = withdrawal;
  return step(
    `${mchId}: create payout ${reference} ${amount}, ${trouble.action} ${trouble.phase}`,
    async (model, real) => {
      const shop = shopOf(model, mchId);
      const known = shop.payouts.get(reference);
      const possible = known === undefined && payoutRefusal(model, shop, paise(amount)) === null;
      await inTrouble(real, { ...trouble, endpoint: 'payout' }, () => sendPayout(real, withdrawal));
      const found = await lookUp(real, mchId, 'mchSecret', reference);
      if (known !== undefined) return expect(found).toBe(known.orderNo);
      if (trouble.phase === 'before' || !possible) return expect(found).toBeNull();
      expect(found).not.toBeNull();
      keepPayout(model, withdrawal, found ?? '');
    },
  );
}
