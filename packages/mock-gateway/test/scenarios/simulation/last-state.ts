import { retryDelays } from '../../model/model.ts';
import type { Call } from './calls.ts';
import type { Clients } from './clients.ts';
import type { Stage } from './stage.ts';

type Simulation = Stage & { readonly clients: Clients };

/** Expects that, at the end, every order in a response is stored, and no work is left. */
export async function expectLastState(simulation: Simulation): Promise<void> {
  await expectOrders(simulation);
  await expectCallbacks(simulation);
  await expectWritten(simulation);
  expectStruck(simulation);
  expectLimits(simulation);
}

async function expectOrders({ world, database, clients }: Simulation): Promise<void> {
  const { store } = database;
  for (const { generation, kind, orderNo, state } of clients.orders) {
    if (generation !== database.generation) continue;
    const order = kind === 'payins' ? await store.deposits.get(orderNo) : await store.payouts.get(orderNo);
    if (order === null) throw world.broken(`${orderNo} was reported, but does not exist`);
    const { status } = order.state;
    if (state !== null && state !== status) throw world.broken(`${orderNo} was ${state}, and is ${status}`);
    if (kind === 'payins' && status === 'pending') throw world.broken(`${orderNo} has not expired`);
  }
}

/** Expects that each callback was delivered or tried six times, and that no attempt was early or lost. */
async function expectCallbacks({ world, database, receivers }: Simulation): Promise<void> {
  const { items } = await database.store.callbacks.list({}, { limit: 200 });
  for (const { body, orderNo, event, state, attempts } of items) {
    const name = `${orderNo} ${event}`;
    const scheduled = attempts.filter(({ manual }) => !manual);
    if (state !== 'delivered' && !(state === 'failed' && scheduled.length === 6))
      throw world.broken(`${name} is ${state} after ${scheduled.length} attempts`);
    for (const [index, { startedAt }] of scheduled.entries()) {
      const before = scheduled[index - 1];
      if (before !== undefined && startedAt - before.startedAt < (retryDelays[index - 1] ?? 0))
        throw world.broken(`${name} was tried early`);
    }
    for (const [index, { number }] of attempts.entries())
      if (number !== index + 1) throw world.broken(`attempt ${index + 1} of ${name} is number ${number}`);
    receivers.expectFewExtra(body, attempts.length);
  }
}

/**
 * Expects that no update of settings or merchants was lost. The final value must have been written, and no later value
 * may be missing.
 */
async function expectWritten({ world, database, clients }: Simulation): Promise<void> {
  const settings = (await database.store.settings())?.value;
  const values = new Map<string, string>([
    ['settings.orderValidityMinutes', String(settings?.orderValidityMinutes)],
    ['settings.usdtRate', settings?.usdtRate == null ? '' : `${settings.usdtRate / 10_000n}.0000`],
  ]);
  for (const { mchId, limits } of await database.store.merchants.all()) {
    values.set(`${mchId}.payinMax`, `${limits.payinMax / 100n}.00`);
    values.set(`${mchId}.payoutMax`, `${limits.payoutMax / 100n}.00`);
  }
  for (const [place, value] of values) {
    const writes = clients.written.filter((written) => written.place === place);
    const last = writes.find((written) => written.value === value)?.made;
    const after = last === undefined ? -1 : (last?.endedStep ?? Number.POSITIVE_INFINITY);
    for (const { made } of writes) {
      const isOver = made !== null && made.answer?.status === 200 && !made.isAcrossReset;
      if (isOver && made.generation === database.generation && made !== last && made.beganStep > after)
        throw world.broken(`${place} is ${value}, although ${made.name} returned after it`);
    }
  }
}

function expectStruck({ world, clients }: Simulation): void {
  for (const { times, made } of clients.struck) {
    const statuses = made.map(({ answer, isAcrossReset }) =>
      isAcrossReset ? null : (answer?.status ?? null),
    );
    const strikes = statuses.filter((status) => status === 599).length;
    const unknown = statuses.filter((status) => status === null || status === 0 || status === 503).length;
    const passed = statuses.some((status) => status === 404);
    const generations = new Set(made.map(({ generation }) => generation)).size;
    if (strikes > times) throw world.broken(`a fault with times ${times} has struck ${strikes} times`);
    if (passed && generations === 1 && strikes + unknown < times)
      throw world.broken(`a fault with times ${times} has struck ${strikes} times`);
  }
}

const minute = 60_000;

/** Expects that exactly as many calls as the limit pass in a minute. */
function expectLimits({ world, calls, database }: Simulation): void {
  // A fast clock may count a call that is no longer in the window of a slow clock.
  const window = minute - database.aheadMs;
  const wire = calls.made.filter(({ name }) => !name.includes('/'));
  const perCaller = Map.groupBy(wire, ({ name, generation }) => `${generation} ${callerOf({ name })}`);
  for (const made of perCaller.values()) {
    for (const call of made) {
      const { beganAt, endedAt, answer } = call;
      const within = made.filter((each) => each.beganAt >= beganAt && each.endedAt < beganAt + window);
      const passed = within.filter((each) => hasPassed(each) && !each.isAcrossReset).length;
      if (passed > 6) throw world.broken(`${passed} calls have passed a limit of 6`);
      if (answer?.status !== 429 || call.isAcrossReset) continue;
      // The gateway's clock may have been behind the other clocks.
      const [from, until] = [beganAt - minute - world.latenessMs, endedAt + world.latenessMs];
      const before = wire.filter(
        (each) =>
          callerOf(each) === callerOf(call) &&
          (each.isAcrossReset ||
            (each.generation === call.generation && each.beganAt <= until && each.endedAt >= from)),
      );
      const maybe = before.filter((each) => each !== call && each.answer?.status !== 429).length;
      if (maybe < 6) throw world.broken(`${call.name} was refused after ${maybe} calls`);
    }
  }
}

function callerOf({ name }: Pick<Call, 'name'>): string {
  return name.split(' ')[1] ?? '';
}

function hasPassed({ answer }: Call): boolean {
  return answer !== null && answer.status !== 429 && answer.status !== 599 && answer.status !== 0;
}
