import { expect, it } from 'vitest';
import { Orders } from './harness.ts';
import { holding, openSlowGateway, pausing } from './slow-store.ts';

it('the gateway returns an order that has just expired as expired before the store records the expiry [contract:control.lists] [contract:control.moves]', async () => {
  const gateway = await openSlowGateway();
  const orders = new Orders(gateway);
  const [early, link, paid] = [await orders.payin(), await orders.link(), await orders.payin()];
  await gateway.payins.pay(paid);
  const held = holding('commit', 'before');
  let [commits, before] = [0, ''];
  pausing((name, when) => {
    if (name === 'commit' && when === 'before') commits += 1;
    // The expiry is the only other allowed commit.
    const isExpiry = before === 'deposits.dueToExpire';
    before = name;
    if (isExpiry) return held.pause(name, when);
  });
  const advancing = gateway.clock.advance('31m');
  await held.reached;
  commits = 0;
  const numbers = async (status: 'pending' | 'expired') =>
    (await gateway.payins.list({ status })).items.map(({ orderNo }) => orderNo);
  expect(await numbers('expired')).toEqual([early]);
  expect(await numbers('pending')).toEqual([]);
  expect((await gateway.links.list({ status: 'expired' })).items).toMatchObject([{ linkCode: link }]);
  expect((await gateway.payins.list()).items).toMatchObject([{ status: 'success' }, { status: 'expired' }]);
  expect(await gateway.payins.get(early)).toMatchObject({ status: 'expired', moves: ['pay'] });
  expect(await gateway.overview()).toMatchObject({
    payins: { success: 1, expired: 1 },
    links: { expired: 1 },
  });
  expect(commits).toBe(0);
  held.release();
  await advancing;
  expect(await numbers('expired')).toEqual([early]);
  expect(await gateway.overview()).toMatchObject({ payins: { success: 1, expired: 1 } });
});
