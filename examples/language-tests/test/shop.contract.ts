import { describe, expect, test } from 'vitest';
import { hasRuntimes, type RuntimeName } from '../../../test/runtimes.ts';
import { vectors } from '../../../test/vectors.ts';
import { callsContract } from './calls.contract.ts';
import { endpointContract } from './endpoint.contract.ts';
import { payoutsContract } from './payouts.contract.ts';
import { endpointOf, type LanguageShop, runCommand, type Size, withProcesses } from './shop.ts';
import { trackTests } from './test-end.ts';
import { trustContract } from './trust.contract.ts';
import { vectorsContract } from './vectors.contract.ts';

const signed = vectors.signatures.filter(({ result }) => result === 'valid');

/** The small form starts a process only to sign other characters than ASCII, which a process can misread. */
const isAscii = (params: object) => /^[ -~]*$/.test(JSON.stringify(params));

/** Tests that every example shop in every language must pass. */
export function languageShopContract(language: RuntimeName, shop: LanguageShop, size: Size = 'small'): void {
  trackTests();
  // Run the tests concurrently, because they mostly wait for programs.
  describe.runIf(hasRuntimes(language))(`the shop in ${language}`, { concurrent: true }, () => {
    // The commands of the endpoint's orders start processes.
    const served = endpointOf(withProcesses(shop));

    test('the shop signs the published vectors', async () => {
      const printed = await Promise.all(
        signed.map(async ({ id, params, key }) => {
          // Skip null, because a command line can pass an empty string but not null.
          const given = Object.entries(params).flatMap(([name, value]) =>
            value === null ? [] : [`${name}=${value}`],
          );
          const signing = isAscii(params) ? shop : withProcesses(shop);
          return { id, ...(await runCommand(signing, 'sign', [key, ...given])) };
        }),
      );
      expect(printed).toEqual(signed.map(({ id, sign }) => ({ id, code: 0, stdout: sign, stderr: '' })));
    });

    test('the shop credits a pay-in after its payment callback', async () => {
      const { gateway, pay, books } = served();
      const { stdout, ...rest } = await pay('ORDER-1');
      expect(rest).toEqual({ code: 0, stderr: '' });
      const [payin] = (await gateway.payins.list({ mchOrderNo: 'ORDER-1' })).items;
      expect(payin).toMatchObject({ mchOrderNo: 'ORDER-1', amount: '500.00', payUrl: stdout });
      expect(books().credited('ORDER-1')).toBeUndefined();
      await gateway.payins.pay(payin?.orderNo ?? '');
      await gateway.callbacks.settle();
      expect(books().credited('ORDER-1')).toBe('500.00');
    });

    endpointContract(served);
    vectorsContract(shop);
    callsContract(shop, size);
    payoutsContract(shop, served);
    trustContract(shop, served, size);
  });
}
