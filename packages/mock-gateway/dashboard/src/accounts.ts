/** What each account of the books is (src/domain/ledger.ts), for those who wonder at a sign. */
const meanings: Readonly<Record<string, string>> = {
  available: 'can be withdrawn',
  held: 'waits for open withdrawals',
  'gateway:collected': 'customers paid it in',
  'gateway:topups': 'operators added it',
  'gateway:paid_out': 'beneficiaries have it',
  'gateway:fees': 'the gateway keeps it',
};

/** The account's name without its merchant, who is chosen above; a merchant's id may have a colon too. */
export function accountName(account: string, mchId: string): string {
  const own = `merchant:${mchId}:`;
  return account.startsWith(own) ? account.slice(own.length) : account;
}

/** @param name without its merchant, as `accountName` has it */
export function accountMeaning(name: string): string | undefined {
  return meanings[name];
}
