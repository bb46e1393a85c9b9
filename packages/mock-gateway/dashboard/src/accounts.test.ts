import { describe, expect, it } from 'vitest';
import { accountMeaning, accountName } from './accounts.ts';
import type { LedgerEntry } from './types.ts';

type Account = LedgerEntry['account'];

describe('account labels of the ledger view', () => {
  it('an account label omits the name of the selected merchant', () => {
    expect(accountName('merchant:A:B:held', 'A:B')).toBe('held');
    expect(accountName('gateway:fees', 'A')).toBe('gateway:fees');
  });

  it('each account of the ledger view has a description', () => {
    const every = {
      'merchant:M:available': true,
      'merchant:M:held': true,
      'gateway:collected': true,
      'gateway:paid_out': true,
      'gateway:fees': true,
      'gateway:topups': true,
    } satisfies Partial<Record<Account, true>> & Record<Exclude<Account, `merchant:${string}`>, true>;
    for (const account of Object.keys(every)) {
      expect(accountMeaning(accountName(account, 'M')), account).toMatch(/\w/);
    }
  });
});
