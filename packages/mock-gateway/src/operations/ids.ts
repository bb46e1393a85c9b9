import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { orderNumbers, trc20Address } from '@inrgate/sdk/internal';

/** Generated values of the gateway: order numbers, tokens, wallet addresses and keys. */
export interface Ids {
  /** `PI` and the IST date and time, then 8 random digits. */
  payinOrderNo(now: number): string;
  /** Begins with the letters WD (spec: Withdrawal). */
  payoutOrderNo(now: number): string;
  linkCode(): string;
  /** Unguessable: the hosted checkout's address is the only key to it. */
  payToken(): string;
  usdtAddress(): string;
  /** 12 digits, as UPI's bank references are. */
  utr(): string;
  /** 64 hexadecimal digits, as TRON's transaction ids are. */
  txid(): string;
  /** For ledger transactions, callbacks, notifications. */
  id(prefix: string): string;
  mchId(): string;
  key(): string;
}

/** Tokens and keys cannot be guessed. Order numbers begin with their time, so that they sort. */
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

/** 122 random bits; Node makes them many at a time, and an order needs several. */
function unguessable(): string {
  return randomUUID().replaceAll('-', '');
}
