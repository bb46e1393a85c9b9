import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';

/** spec: POST payin rules 1 and 2, POST payout. Invariant: one order per order number, even for simultaneous calls. */
export function concurrencyContract(open: Open): void {
  describe('simultaneous requests', () => {
    const at = gatewayPerTest(open, { settings: { rateLimitPerMinute: 1_000_000 } });

    it('a thousand simultaneous pay-ins with one order number create exactly one order [spec:payin.idempotent] [spec:payin.conflict]', async () => {
      const amounts = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? '500.00' : '600.00'));
      const answers = await Promise.all(amounts.map((amount) => at.caller.payin({ amount })));
      const [order, ...others] = (await at.gateway.payins.list()).items;
      expect(others).toEqual([]);
      expect(tally(answers)).toEqual({ created: 1, duplicate: 499, duplicate_order: 500 });
      const accepted = answers.filter(({ status }) => status === 200).map(({ data }) => data['orderNo']);
      expect(new Set(accepted)).toEqual(new Set([order?.orderNo]));
      answers.forEach(({ status }, index) => {
        expect(status).toBe(amounts[index] === order?.amount ? 200 : 409);
      });
    });

    it('two hundred simultaneous payouts with one order number debit the wallet once [spec:payout.idempotent] [spec:payout.conflict]', async () => {
      const amounts = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? '1000.00' : '2000.00'));
      const answers = await Promise.all(amounts.map((amount) => at.caller.payout({ amount })));
      expect(tally(answers)).toEqual({ created: 1, duplicate: 99, duplicate_order: 100 });
      const [order] = (await at.gateway.payouts.list()).items;
      expect((await at.caller.balance()).data).toMatchObject({
        frozen: order?.totalDebit,
        total: '100000.00',
      });
    });

    it('two hundred simultaneous payouts cannot spend more than the balance [spec:errors.insufficient_balance]', async () => {
      await at.gateway.merchants.update('DEMO1001', { limits: { payoutDaily: '1000000.00' } });
      const numbers = Array.from({ length: 200 }, (_, index) => `W-${index}`);
      const answers = await Promise.all(numbers.map((mchOrderNo) => at.caller.payout({ mchOrderNo })));
      expect(tally(answers)).toEqual({ created: 93, insufficient_balance: 107 });
      expect((await at.caller.balance()).data).toMatchObject({ available: '25.00', frozen: '99975.00' });
      expect(await at.gateway.ledger.check()).toMatchObject({ balanced: true });
    });

    it('two hundred simultaneous payouts cannot exceed the daily limit [spec:limits.payout-daily]', async () => {
      await at.gateway.merchants.credit('DEMO1001', { amount: '1000000.00' });
      const numbers = Array.from({ length: 200 }, (_, index) => `W-${index}`);
      const answers = await Promise.all(
        numbers.map((mchOrderNo) => at.caller.payout({ mchOrderNo, amount: '3000.00' })),
      );
      expect(tally(answers)).toEqual({ created: 66, daily_limit: 134 });
    });

    it('a hundred simultaneous requests with one client_ref create one link [spec:v1.idempotent]', async () => {
      const calls = Array.from({ length: 100 }, () =>
        at.caller.createLink({ amount: '500', client_ref: 'REF-1' }),
      );
      const codes = (await Promise.all(calls)).map(({ data }) => data['link_code']);
      expect(new Set(codes).size).toBe(1);
      expect((await at.gateway.links.list()).items).toHaveLength(1);
    });
  });
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { error, data } of answers) {
    const outcome = typeof error === 'string' ? error : data['duplicate'] === true ? 'duplicate' : 'created';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
