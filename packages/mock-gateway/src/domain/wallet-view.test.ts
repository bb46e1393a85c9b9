import { expect, it } from 'vitest';
import { walletView } from './wallet-view.ts';

it('a wallet shows the available balance under both of its field names', () => {
  expect(walletView({ available: 9_892_500n, held: 107_500n })).toEqual({
    balance: '98925.00',
    available: '98925.00',
    frozen: '1075.00',
    total: '100000.00',
    currency: 'INR',
  });
});
