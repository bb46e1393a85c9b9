import { checkWebhook } from '@inrgate/conformance';
import { describe, expect, test } from 'vitest';
import { hasRuntimes, type RuntimeName } from '../../../test/runtimes.ts';
import { vectors } from '../../../test/vectors.ts';
import { callsContract } from './calls.contract.ts';
import { payoutsContract } from './payouts.contract.ts';
import { credentials, type LanguageShop, open, run } from './shop.ts';
import { trackTests } from './test-end.ts';
import { trustContract } from './trust.contract.ts';
import { vectorsContract } from './vectors.contract.ts';

/** The vectors that a correct signature has. */
const signed = vectors.signatures.filter(({ result }) => result === 'valid');

/** For a shop that starts several programs for each callback, on a busy machine. */
const patience = { timeoutMs: 120_000, creditMs: 60_000 };

/** Tests of every example shop in every language. */
export function languageShopContract(language: RuntimeName, shop: LanguageShop): void {
  trackTests();
  // Tests mostly wait for programs.
  describe.runIf(hasRuntimes(language))(`the shop in ${language}`, { concurrent: true }, () => {
    test('signs the published vectors', async () => {
      const printed = await Promise.all(
        signed.map(async ({ id, params, key }) => {
          // A command can express an empty string but not null.
          const given = Object.entries(params).flatMap(([name, value]) =>
            value === null ? [] : [`${name}=${value}`],
          );
          return { id, ...(await run(shop.sign(), [key, ...given])) };
        }),
      );
      expect(printed).toEqual(signed.map(({ id, sign }) => ({ id, code: 0, stdout: sign, stderr: '' })));
    });

    test('a pay-in is created, paid, notified and credited', async () => {
      const { gateway, pay, callbacks, books } = await open(shop);
      await callbacks();
      const { stdout, ...rest } = await pay('ORDER-1');
      expect(rest).toEqual({ code: 0, stderr: '' });
      const [payin] = (await gateway.payins.list()).items;
      expect(payin).toMatchObject({ mchOrderNo: 'ORDER-1', amount: '500.00', payUrl: stdout });
      expect(books().credited('ORDER-1')).toBeUndefined();
      await gateway.payins.pay(payin?.orderNo ?? '');
      await gateway.callbacks.settle();
      expect(books().credited('ORDER-1')).toBe('500.00');
    });

    test('the endpoint checker reports no failure and covers every case of a pay-in and a payout', async () => {
      const { callbacks, books, pay, payout, credited } = await open(shop);
      const url = await callbacks();
      // A shop creates its tables with its first order.
      await pay('ORDER-1');
      await payout('W-1');
      const kept = books();
      const amounts = new Map<string, string>();
      const { checks } = await checkWebhook(url, {
        ...credentials,
        kinds: ['payin', 'payout'],
        ...patience,
        createOrder: ({ kind, mchOrderNo, amount }) => {
          amounts.set(mchOrderNo, amount);
          if (kind === 'payin') kept.take(mchOrderNo, amount);
          else kept.takePayout(mchOrderNo, amount);
          return mchOrderNo;
        },
        probe: credited,
        payoutProbe: (mchOrderNo) => {
          const status = kept.settled(mchOrderNo) ?? null;
          const isPaid = status === 'success';
          return { status, count: isPaid ? 1 : 0, amount: isPaid ? (amounts.get(mchOrderNo) ?? '') : '0.00' };
        },
      });
      // The duration of a response depends on the load of the machine.
      const found = checks.filter(({ id, status }) => {
        // The same applies to responses that arrived in order, five times in a row.
        const isMachine = id === 'answer-time' || (id.endsWith('at-once') && status === 'skip');
        return status !== 'pass' && !isMachine;
      });
      expect(found.map(({ id, message }) => ({ id, message }))).toEqual([]);
    });

    vectorsContract(shop);
    callsContract(shop);
    payoutsContract(shop);
    trustContract(shop);
  });
}
