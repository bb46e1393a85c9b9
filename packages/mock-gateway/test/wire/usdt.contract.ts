import { createHash } from 'node:crypto';
import { payinCreated, payinFound } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { expectRejection, expectSuccess } from './expect.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';

/** spec: Pay-in order, Additional fields; reading: Money and time. */
export function usdtContract(open: Open): void {
  describe('USDT pay-in', () => {
    const at = gatewayPerTest(open);
    const usdt = { tradeType: 'usdt' } as const;

    it('a USDT pay-in with an amount in INR returns the USDT amount, the rate, the wallet address and the network [spec:payin.usdt-fields] [spec:payin.usdt-priced-in-inr]', async () => {
      const answer = await at.caller.payin(usdt);
      const { address } = answer.data;
      expectSuccess(answer, payinCreated);
      expect(answer.data).toMatchObject({
        tradeType: 'usdt',
        amount: '500.00',
        fee: '55.00',
        netAmount: '445.00',
        usdtAmount: '5.555556',
        rate: '90.0000',
        network: 'TRC20',
      });
      const found = await at.caller.query({ mchOrderNo: 'ORDER-1' });
      expectSuccess(found, payinFound);
      expect(found.data).toMatchObject({
        usdtAmount: '5.555556',
        rate: '90.0000',
        address,
        network: 'TRC20',
      });
    });

    it('the gateway rejects a rate and limits at which an amount would not fit, from either side [contract:control.settings]', async () => {
      const { settings, merchants } = at.gateway;
      const limits = { payinMax: '922337203.69' };
      const message = 'usdtRate 0.0001 is too low for payinMax 922337203.69';
      await settings.update({ usdtRate: '0.0001' });
      for (const change of [
        () => merchants.update('DEMO1001', { limits }),
        () => merchants.create({ limits }),
      ])
        await expect(change()).rejects.toMatchObject({ status: 422, message: `limits: ${message}` });
      await merchants.update('DEMO1001', { limits: { payinMax: '922337203.68' } });
      expect((await at.caller.payin({ ...usdt, amount: '922337203.68' })).status).toBe(200);
      await settings.update({ usdtRate: null });
      await merchants.update('DEMO1001', { limits });
      await expect(settings.update({ usdtRate: '0.0001' })).rejects.toMatchObject({
        status: 422,
        message: `usdtRate: ${message}`,
      });
    });

    it('an INR pay-in contains no USDT fields [spec:payin.usdt-fields]', async () => {
      const names = Object.keys((await at.caller.payin()).data);
      for (const name of ['usdtAmount', 'rate', 'address', 'network']) expect(names).not.toContain(name);
    });

    it.each([
      ['500.00', '90.0000', '5.555556'],
      ['900.00', '90.0000', '10.000000'],
      ['900.01', '90.0000', '10.000112'],
      ['200.00', '83.1234', '2.406062'],
      ['250.00', '83.3333', '3.000002'],
      ['50000.00', '99999.9999', '0.500001'],
      ['200.00', '0.0001', '2000000.000000'],
      ['200.00', '200000000.0000', '0.000001'],
      ['200.00', '300000000.0000', '0.000001'],
    ])(
      'a USDT pay-in rounds the USDT amount up: %s at %s is %s [reading:money.usdt-up] [spec:payin.usdt-fields]',
      async (amount, rate, usdtAmount) => {
        await at.gateway.settings.update({ usdtRate: rate });
        expect((await at.caller.payin({ ...usdt, amount })).data).toMatchObject({ amount, rate, usdtAmount });
      },
    );

    it('the gateway assigns each USDT pay-in its own valid TRC20 wallet address [spec:payin.usdt-fields]', async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => `U-${index}`);
      const addresses = await Promise.all(
        numbers.map(async (mchOrderNo) =>
          String((await at.caller.payin({ ...usdt, mchOrderNo })).data['address']),
        ),
      );
      expect(new Set(addresses).size).toBe(20);
      for (const address of addresses)
        expect(payloadOf(address)).toMatchObject({ prefix: 0x41, checked: true });
    });

    it('a USDT pay-in keeps its quote after the rate changes [spec:payin.idempotent] [spec:payin.usdt-fields]', async () => {
      const first = await at.caller.payin(usdt);
      await at.gateway.settings.update({ usdtRate: '95.0000' });
      expect((await at.caller.payin(usdt)).data).toEqual({ ...first.data, duplicate: true });
      expect((await at.caller.query({ mchOrderNo: 'ORDER-1' })).data).toEqual({
        ...first.data,
        type: 'payin',
      });
      expect((await at.caller.payin({ ...usdt, mchOrderNo: 'NEW' })).data).toMatchObject({ rate: '95.0000' });
    });

    it('payin rejects a USDT pay-in if the gateway has no USDT rate [spec:errors.rate_unavailable]', async () => {
      await at.gateway.settings.update({ usdtRate: null });
      expectRejection(await at.caller.payin(usdt), 503, 'rate_unavailable');
      expectSuccess(await at.caller.payin(), payinCreated);
    });

    it('the gateway credits a paid USDT pay-in in INR [spec:payin.usdt-priced-in-inr]', async () => {
      const { data } = await at.caller.payin(usdt);
      await at.gateway.payins.pay(String(data['orderNo']));
      expect((await at.caller.balance()).data).toMatchObject({ available: '100445.00' });
    });
  });
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Decodes base58check without the gateway's own code. */
function payloadOf(address: string) {
  const number = [...address].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex');
  const payload = bytes.subarray(0, 21);
  const checksum = sha256(sha256(payload)).subarray(0, 4);
  return { prefix: payload[0], checked: address.length === 34 && bytes.subarray(21).equals(checksum) };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
