import { expect, test } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { Caller } from '../client.ts';
import { aWhile, inFrontOfStatements } from './statements.ts';

/** Returns the first words of the SQL statements of a call. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const run: string[] = [];
  // The gateway looks for due work after each change.
  await aWhile();
  const remove = inFrontOfStatements(({ sql }, next) => {
    run.push(sql.split(/\s+/, 3).join(' '));
    return next();
  });
  await work();
  remove();
  return run;
}

// Time varies with the machine, so this test counts what a request costs. One more statement needs a reason.
test('a request runs only the statements that its work needs', async () => {
  const gateway = await createMockGateway();
  const caller = new Caller((path, init) => gateway.fetch(gateway.url + path, init), gateway.merchant);
  const { data } = await caller.payin({ mchOrderNo: 'FIRST' });
  const create = await statementsOf(() => caller.payin({ mchOrderNo: 'SECOND' }));
  // The first query looks for an order with the same number, and the second for a free gateway order number.
  expect(create).toEqual([
    'SELECT * FROM',
    'SELECT * FROM',
    'BEGIN IMMEDIATE',
    'INSERT INTO deposits',
    'COMMIT',
  ]);
  const query = await statementsOf(() => caller.query({ mchOrderNo: 'SECOND' }));
  expect(query).toEqual(['SELECT * FROM']);
  const balance = await statementsOf(() => caller.balance());
  expect(balance).toEqual(['SELECT balance FROM', 'SELECT balance FROM']);
  const pay = await statementsOf(() => gateway.payins.pay(String(data['orderNo'])));
  expect(pay.filter((sql) => /^(?:INSERT|UPDATE|DELETE)/.test(sql))).toEqual([
    'UPDATE deposits SET',
    'INSERT INTO moves',
    'INSERT INTO transactions',
    ...Array(3).fill(['UPDATE accounts SET', 'INSERT INTO entries']).flat(),
    'INSERT INTO callbacks',
    'INSERT INTO notifications',
  ]);
  await gateway.close();
});
