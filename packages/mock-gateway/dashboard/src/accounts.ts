/** Meaning of each ledger account (src/domain/ledger.ts), with the reason for the sign of its balance. */
const meanings: Readonly<Record<string, string>> = {
  available: 'available for payouts',
  held: 'reserved for open payouts',
  'gateway:collected': 'paid in by customers',
  'gateway:topups': 'added by operators',
  'gateway:paid_out': 'paid to beneficiaries',
  'gateway:fees': 'kept by the gateway',
};

/**
 * Returns the account's name without its merchant, because the page shows the merchant above. A Merchant ID can contain
 * a colon.
 */
export function accountName(account: string, mchId: string): string {
  const own = `merchant:${mchId}:`;
  return account.startsWith(own) ? account.slice(own.length) : account;
}

/** @param name name of the account without its merchant, from `accountName` */
export function accountMeaning(name: string): string | undefined {
  return meanings[name];
}
