import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { orderNumbers, trc20Address } from '@inrgate/sdk/internal';

/** Generated values of the gateway: order numbers, tokens, wallet addresses and keys. */
export interface Ids {
  /** `PI`, the IST date and time, and 8 random digits. */
  payinOrderNo(now: number): string;
  /** `WD`, the IST date and time, and 8 random digits (spec: Withdrawal). */
  payoutOrderNo(now: number): string;
  linkCode(): string;
  /** An unguessable token, because no other credential protects the checkout. */
  payToken(): string;
  usdtAddress(): string;
  /** 12 digits, like a bank reference of UPI. */
  utr(): string;
  /** 64 hexadecimal digits, like a transaction id of TRON. */
  txid(): string;
  /** Id of a ledger transaction, a callback or a notification. */
  id(prefix: string): string;
  mchId(): string;
  key(): string;
}

/**
 * Creates random values. Tokens and keys are unguessable. Order numbers begin with their time, so they sort by time.
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

/** 122 random bits. An order needs several such values, and Node generates many at a time. */
function unguessable(): string {
  return randomUUID().replaceAll('-', '');
}
