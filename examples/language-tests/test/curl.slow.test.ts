import path from 'node:path';
import { expect, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { fileBooks } from './file-books.ts';
import { languageShopContract } from './shop.contract.ts';
import { type LanguageShop, open } from './shop.ts';

const file = (name: string) => path.join(import.meta.dirname, '../../curl', name);

const shop: LanguageShop = {
  sign: () => ['sh', file('sign.sh')],
  pay: () => ['sh', file('pay.sh')],
  payout: () => ['sh', file('payout.sh')],
  callbacks: (port) => [
    process.execPath,
    path.join(import.meta.dirname, 'cgi-server.ts'),
    String(port),
    file('callbacks.sh'),
  ],
  ready: /^waiting for callbacks/,
  books: fileBooks,
  endsStalled: false,
  endsHeaders: true,
};

languageShopContract('sh', shop);

test.runIf(hasRuntimes('sh')).each(['Asha Rao\nifsc=HDFC0009999', 'Asha Rao\n'])(
  'the script rejects a value with a line break (%j) before it signs the request, because the script sorts lines',
  async (accountName) => {
    const { gateway, payoutTo } = await open(shop);
    const rejected = { code: 1, stdout: '', stderr: 'refused: ambiguous_value' };
    expect(await payoutTo('W-1', ['HDFC Bank', accountName, '001234567890', 'HDFC0001234'])).toEqual(
      rejected,
    );
    expect((await gateway.requests.list()).items).toEqual([]);
  },
);
