import { describe, expect, it } from 'vitest';
import { Orders, openGateway } from './harness.ts';

/** Returns the statement as CSV. */
async function csvOf({ fetch, controlUrl, merchant }: Awaited<ReturnType<typeof openGateway>>) {
  const response = await fetch(`${controlUrl}/merchants/${merchant.mchId}/statement.csv`);
  return (await response.text()).split('\n');
}

describe("merchant's statement", () => {
  it('a statement contains each entry of one IST day, with a closing balance that matches the ledger', async () => {
    const gateway = await openGateway();
    const { mchId } = gateway.merchant;
    const orders = new Orders(gateway);
    await gateway.payins.pay(await orders.payin({ amount: '1000.00' }), { paidAmount: '999.00' });
    // In India, 15:04 on the 20th becomes 00:04 on the 21st.
    await gateway.clock.advance('9h');
    await gateway.links.pay(await orders.link());
    const paid = await orders.payout({ amount: '600.00', upiId: 'asha@bank' });
    await gateway.payouts.approve(paid);
    await gateway.payouts.complete(paid);
    await gateway.payouts.reject(await orders.payout({ amount: '500.00', upiId: 'asha@bank' }));
    await gateway.merchants.credit(mchId, { amount: '7.50' });
    const today = await gateway.merchants.statement(mchId);
    expect(today).toMatchObject({ mchId, date: '2026-11-21' });
    expect(today.entries.map(({ kind, mchOrderNo, net, fee }) => [kind, mchOrderNo, net, fee])).toEqual([
      ['link', 'L-2', '445.00', '55.00'],
      ['hold', 'W-3', '-649.00', '49.00'],
      ['capture', 'W-3', '0.00', '49.00'],
      ['hold', 'W-4', '-542.50', '42.50'],
      ['release', 'W-4', '542.50', '42.50'],
      ['credit', null, '7.50', '0.00'],
    ]);
    expect(today.entries[0]?.time).toBe('2026-11-21T00:04:05+05:30');
    const { available } = await gateway.merchants.wallet(mchId);
    expect(today.closingBalance).toBe(available);
    const before = await gateway.merchants.statement(mchId, { date: '2026-11-20' });
    expect(before.entries.at(-1)).toMatchObject({ kind: 'payin', amount: '1000.00', net: '890.00' });
    expect(before.closingBalance).toBe(today.openingBalance);
    for (const { openingBalance, entries, closingBalance } of [before, today]) {
      const paise = (amount: string) => BigInt(amount.replace('.', ''));
      const sum = entries.reduce((total, { net }) => total + paise(net), paise(openingBalance));
      expect(sum).toBe(paise(closingBalance));
    }
    expect(await gateway.merchants.statement(mchId, { date: '2026-11-22' })).toMatchObject({
      ...{ openingBalance: available, entries: [], closingBalance: available },
    });
  });

  it('a statement is CSV with a header, the opening balance and the closing balance', async () => {
    const gateway = await openGateway();
    await gateway.links.pay(await new Orders(gateway).link({ client_ref: 'a "b", c' }));
    const [header, opening, , entry, closing, end] = await csvOf(gateway);
    expect(header).toBe('time,kind,mchOrderNo,orderNo,amount,fee,net,balance');
    expect(opening).toMatch(/^,openingBalance,,,,,,\d+\.\d\d$/);
    expect(entry).toMatch(/,"a ""b"", c",[\da-f]{16},500\.00,55\.00,445\.00,100445\.00$/);
    expect([closing, end]).toEqual([',closingBalance,,,,,,100445.00', '']);
  });

  it.each(['2026-02-30', '2026-1-1', 'today', ''])(
    'the gateway rejects a statement for the day %j',
    async (date) => {
      const gateway = await openGateway();
      await expect(gateway.merchants.statement('DEMO1001', { date })).rejects.toMatchObject({
        code: 'invalid_body',
        message: expect.stringContaining('date: must be a calendar day'),
      });
    },
  );
});
