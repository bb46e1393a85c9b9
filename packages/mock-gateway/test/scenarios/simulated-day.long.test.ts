import { expect, it } from 'vitest';
import { temporaryFile } from './harness.ts';
import { expectAgreement, expectEndings, simulatedDay, whatHappened } from './simulated-day.ts';

const orders = 10_000;

it('a simulated day of 10,000 orders is exact to the paisa', async () => {
  const first = await simulatedDay(orders, 27);
  expect(first.day).toMatchObject({ orders, refused: {} });
  await expectEndings(first.gateway);
  await expectAgreement(first);
  expect(whatHappened(await simulatedDay(orders, 27, temporaryFile()))).toEqual(whatHappened(first));
});

it('the restore of a gateway with 10,000 orders takes less than 100 ms of CPU time, in memory', async () => {
  const { gateway, statement } = await simulatedDay(orders, 27);
  await gateway.snapshots.save({ name: 'day' });
  const spent: number[] = [];
  for (let time = 0; time < 9; time++) {
    await gateway.merchants.credit('DEMO1001', { amount: '1.00' });
    const before = process.cpuUsage();
    await gateway.snapshots.restore('day');
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);
  }
  expect(await gateway.merchants.statement('DEMO1001')).toEqual(statement);
  expect(spent.toSorted((one, other) => one - other)[4]).toBeLessThan(100);
});
