import { expect } from 'vitest';
import type { Answer } from '../../client.ts';
import type { Ask, Scene } from './operations.ts';
import {
  eachStatement,
  expectClearFailure,
  expectWhole,
  type Failure,
  type Failures,
  inWorld,
  quiet,
  type World,
} from './world.ts';

/** Simultaneous creates that one commit stores. The balance covers only some of them. */
const asked: readonly { readonly ask: (scene: Scene) => ReturnType<Ask>; readonly find: Find }[] = [
  payin('P-1'),
  payout('W-1', '1000.00'),
  payin('P-EARLIER'),
  payout('W-2', '49000.00'),
  {
    ask: ({ caller }) => caller.createLink({ client_ref: 'L-1', amount: '500.00' }),
    find: async ({ gateway }) => (await gateway.links.list({ mchOrderNo: 'L-1' })).items[0]?.linkCode ?? null,
  },
  payout('W-3', '49500.00'),
  payout('W-4', '49000.00'),
  payin('P-1'),
];

/** Returns the order number if the order is stored. */
type Find = (scene: Scene) => Promise<string | null>;

function payin(mchOrderNo: string) {
  const find: Find = async ({ gateway }) =>
    (await gateway.payins.list({ mchOrderNo })).items[0]?.orderNo ?? null;
  return { ask: ({ caller }: Scene) => caller.payin({ mchOrderNo }), find };
}

function payout(mchOrderNo: string, amount: string) {
  const find: Find = async ({ gateway }) =>
    (await gateway.payouts.list({ mchOrderNo })).items[0]?.orderNo ?? null;
  return { ask: ({ caller }: Scene) => caller.payout({ mchOrderNo, amount }), find };
}

/** Expects that each create returns the result of its own order, whichever statement fails. */
export async function expectEachToldItsOwn(failures: Failures): Promise<void> {
  const statements = await inWorld(async (world) => {
    await prepare(world);
    await askAll(world);
    return world.disk.ran;
  });
  await eachStatement(statements, failures, failAt);
}

async function prepare({ orders, disk }: World): Promise<void> {
  await orders.payin({ mchOrderNo: 'P-EARLIER' });
  await quiet(disk);
  disk.heal();
}

function askAll(world: World): Promise<readonly Answer[]> {
  return Promise.all(asked.map(({ ask }) => ask(world)));
}

async function failAt(world: World, { n, trouble }: Failure): Promise<void> {
  const { disk, troubles } = world;
  await prepare(world);
  disk.fail(n, trouble);
  const answers = await askAll(world);
  await quiet(disk);
  disk.heal();
  const stored = await Promise.all(asked.map(({ find }) => find(world)));
  for (const [index, answer] of answers.entries()) {
    const orderNo = stored[index];
    if (answer.status === 200) expect(orderNo).toBe(numberIn(answer));
    else if (answer.status === 422) expect(orderNo).toBeNull();
    else expectClearFailure(answer, troubles);
  }
  await expectHeld(world);
  const again = await askAll(world);
  for (const [index, answer] of again.entries()) {
    expect([200, 422]).toContain(answer.status);
    const earlier = stored[index] ?? null;
    if (earlier !== null) expect(numberIn(answer)).toBe(earlier);
  }
  await expectWhole(world);
}

function numberIn({ data }: Answer): unknown {
  return data['orderNo'] ?? data['link_code'];
}

/** Expects that the payouts are held, and that nothing else is held. */
async function expectHeld({ gateway, caller }: World): Promise<void> {
  const { items } = await gateway.payouts.list();
  const { frozen } = await gateway.merchants.wallet(caller.keys.mchId);
  const held = items.reduce((sum, { totalDebit }) => sum + Number(totalDebit), 0);
  expect(held).toBe(Number(frozen));
}
