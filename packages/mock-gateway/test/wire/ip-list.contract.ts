import { payinCreated, payoutCreated, wallet } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { expectRejection, expectSuccess } from './expect.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';

/** spec: Authentication 5 and 7. Every adapter calls from 127.0.0.1. Tests with Express cover other IP addresses. */
export function ipListContract(open: Open): void {
  describe('IP allow-list', () => {
    const at = gatewayPerTest(open);

    const save = (ipAllowList: string[]) => at.gateway.merchants.update('DEMO1001', { ipAllowList });

    it.each([
      ['its own IP address', ['127.0.0.1']],
      ['its own IP address among others', ['10.0.0.1', '::1', '127.0.0.1', '2001:db8::/32']],
      ['a block of 32 bits', ['127.0.0.1/32']],
      ['a block that contains its IP address', ['127.0.0.0/8']],
      ['the block of all IP addresses', ['0.0.0.0/0']],
    ])('the IP allow-list accepts a caller by %s [spec:auth.ip-list]', async (_what, list) => {
      await save(list);
      expectSuccess(await at.caller.balance(), wallet);
      expectSuccess(await at.caller.payout(), payoutCreated);
      expect((await at.caller.createLink({ amount: '500' })).status).toBe(200);
    });

    it.each([
      ['another IP address', ['127.0.0.2']],
      ['IP addresses with the same first digits', ['127.0.0.10', '127.0.0.100/30']],
      ['the loopback address of IPv6', ['::1']],
      ['all of IPv6', ['::/0']],
      ['an adjacent block', ['127.0.0.2/31']],
      ['another block', ['10.0.0.0/8', '192.168.0.0/16', '2001:db8::/32']],
    ])(
      'the IP allow-list rejects a caller by %s at every endpoint [spec:auth.ip-list] [spec:errors.ip_not_allowed] [reading:order.9]',
      async (_what, list) => {
        await save(list);
        expectRejection(await at.caller.payin(), 403, 'ip_not_allowed');
        expectRejection(await at.caller.payout(), 403, 'ip_not_allowed');
        expectRejection(await at.caller.query({ mchOrderNo: 'A' }), 403, 'ip_not_allowed');
        expectRejection(
          await at.caller.query({ mchOrderNo: 'A' }, { key: 'mchSecret' }),
          403,
          'ip_not_allowed',
        );
        expectRejection(await at.caller.balance(), 403, 'ip_not_allowed');
        const link = await at.caller.createLink({ amount: '500' });
        expect([link.status, link.error]).toEqual([403, 'ip_not_allowed']);
      },
    );

    it('the IP allow-list is required only for payouts [spec:auth.payout-ip-list] [spec:errors.ip_whitelist_required] [reading:order.9]', async () => {
      await save([]);
      expectRejection(await at.caller.payout(), 403, 'ip_whitelist_required');
      expectRejection(await at.caller.v3('payout.php', {}), 403, 'ip_whitelist_required');
      expectSuccess(await at.caller.payin(), payinCreated);
      expectSuccess(await at.caller.balance(), wallet);
      expect((await at.caller.createLink({ amount: '500' })).status).toBe(200);
      expectRejection(
        await at.caller.query({ mchOrderNo: 'A' }, { key: 'mchSecret' }),
        404,
        'order_not_found',
      );
    });

    it.each([
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'x-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ])('the IP allow-list ignores the header %s [spec:auth.ip-list]', async (header) => {
      await save(['10.0.0.1']);
      const address = header === 'forwarded' ? 'for=10.0.0.1' : '10.0.0.1';
      expectRejection(await at.caller.payin({}, { headers: { [header]: address } }), 403, 'ip_not_allowed');
    });
  });

  describe('suspended account', () => {
    const at = gatewayPerTest(open);

    it('every endpoint rejects a suspended account until the account is active again [spec:auth.suspended] [spec:errors.account_suspended] [reading:order.9]', async () => {
      await at.gateway.merchants.update('DEMO1001', { suspended: true });
      expectRejection(await at.caller.payin(), 403, 'account_suspended');
      expectRejection(await at.caller.payout(), 403, 'account_suspended');
      expectRejection(await at.caller.query({ mchOrderNo: 'A' }), 403, 'account_suspended');
      expectRejection(
        await at.caller.query({ mchOrderNo: 'A' }, { key: 'mchSecret' }),
        403,
        'account_suspended',
      );
      expectRejection(await at.caller.balance(), 403, 'account_suspended');
      const link = await at.caller.createLink({ amount: '500' });
      const status = await at.caller.linkStatus('none');
      expect([link.error, status.error]).toEqual(['account_suspended', 'account_suspended']);
      await at.gateway.merchants.update('DEMO1001', { suspended: false });
      expectSuccess(await at.caller.payin(), payinCreated);
    });
  });
}
