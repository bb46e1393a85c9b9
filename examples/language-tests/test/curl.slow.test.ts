import { expect, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { languageShopContract } from './shop.contract.ts';
import { open } from './shop.ts';
import { curlShop } from './shops.ts';

languageShopContract('sh', curlShop);

test.runIf(hasRuntimes('sh')).each(['Asha Rao\nifsc=HDFC0009999', 'Asha Rao\n'])(
  'the script rejects a value with a line break (%j) before it signs the request, because the script sorts lines',
  async (accountName) => {
    const { gateway, payoutTo } = await open(curlShop);
    const rejected = { code: 1, stdout: '', stderr: 'refused: ambiguous_value' };
    expect(await payoutTo('W-1', ['HDFC Bank', accountName, '001234567890', 'HDFC0001234'])).toEqual(
      rejected,
    );
    expect((await gateway.requests.list()).items).toEqual([]);
  },
);
