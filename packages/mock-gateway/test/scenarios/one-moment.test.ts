import { expect, it } from 'vitest';
import { Orders } from './harness.ts';
import { openSlowGateway, pausing } from './slow-store.ts';

interface Scene<Subject, Answer> {
  readonly prepare: () => Promise<Subject>;
  readonly ask: (subject: Subject) => Promise<Answer>;
  /** Work of another client that runs during the call. */
  readonly meanwhile: (subject: Subject) => Promise<unknown>;
}

/** Returns one response for each store call of the request. After this store call, another client's work runs. */
async function answersOf<Subject, Answer>({ prepare, ask, meanwhile }: Scene<Subject, Answer>) {
  const answers: Answer[] = [];
  for (let after = 1; ; after++) {
    const subject = await prepare();
    let calls = 0;
    pausing(async (_, when) => {
      if (when === 'before') return;
      calls += 1;
      if (calls !== after) return;
      pausing(null);
      await meanwhile(subject);
    });
    answers.push(await ask(subject));
    pausing(null);
    if (calls < after) return answers;
  }
}

it('an order and its timeline show the state of the same moment', async () => {
  const gateway = await openSlowGateway();
  await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://shop.example/' });
  const orders = new Orders(gateway);
  const answers = await answersOf({
    prepare: () => orders.payin(),
    ask: (orderNo) => gateway.payins.get(orderNo),
    meanwhile: (orderNo) => gateway.payins.pay(orderNo),
  });
  expect(answers.length).toBeGreaterThan(2);
  for (const { status, timeline } of answers) {
    const types = timeline.map(({ type }) => type).filter((type) => type !== 'attempt');
    expect(types).toEqual(status === 'success' ? ['move', 'move', 'ledger', 'callback'] : ['move']);
  }
});

it('a payout and its timeline show the state of the same moment', async () => {
  const gateway = await openSlowGateway();
  const orders = new Orders(gateway);
  const answers = await answersOf({
    prepare: () => orders.payout(),
    ask: (orderNo) => gateway.payouts.get(orderNo),
    meanwhile: (orderNo) => gateway.payouts.reject(orderNo),
  });
  for (const { status, timeline } of answers) {
    const holds = timeline.filter(({ type }) => type === 'ledger');
    expect(holds).toHaveLength(status === 'failed' ? 2 : 1);
  }
});

it('the accounts and the entries of a merchant show the state of the same moment', async () => {
  const gateway = await openSlowGateway({ merchants: [{ mchId: 'S', mchKey: 'k', mchSecret: 's' }] });
  const answers = await answersOf({
    prepare: async () => {},
    ask: () => gateway.merchants.ledger('S', { limit: 1_000 }),
    meanwhile: () => gateway.merchants.credit('S', { amount: '1.00' }),
  });
  expect(answers.length).toBeGreaterThan(2);
  for (const { accounts, entries } of answers) {
    for (const { account, balance } of accounts) {
      const own = entries.filter((entry) => entry.account === account);
      expect(own.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(balance));
    }
  }
});
