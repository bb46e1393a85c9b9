import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { orderNumbers, trc20Address } from '@inrgate/sdk/internal';

/** Generated values of the gateway: order numbers, tokens, wallet addresses and keys. */
export interface Ids {
  /** `PI`, the IST date and time, and 8 random digits. */
  payinOrderNo(now: number): string;
  /** Begins with the letters WD (spec: Withdrawal). */
  payoutOrderNo(now: number): string;
  linkCode(): string;
  /** Cannot be guessed, because the checkout URL needs no other credential. */
  payToken(): string;
  usdtAddress(): string;
  /** 12 digits, like bank references of UPI. */
  utr(): string;
  /** 64 hexadecimal digits, like transaction ids of TRON. */
  txid(): string;
  /** Id of a ledger transaction, a callback or a notification. */
  id(prefix: string): string;
  mchId(): string;
  key(): string;
}

/**
 * Tokens and keys cannot be guessed. Order numbers begin with their time, so that they can be sorted by it.
 */
export function randomIds(): Ids {
  return {
    ...orderNumbers,
    payToken: unguessable,
    usdtAddress: () => trc20Address(randomBytes(20)),
    txid: () => randomBytes(32).toString('hex'),
    id: (prefix) => `${prefix}_${unguessable()}`,
    mchId: () => `M${String(randomInt(10 ** 10)).padStart(10, '0')}`,
    key: () => randomBytes(16).toString('hex'),
  };
}

/** 122 random bits. Node generates many at a time, and an order needs several. */
function unguessable(): string {
  return randomUUID().replaceAll('-', '');
}
