import type { Rate } from '@inrgate/sdk/internal';

/** Effect of a payment after expiry. */
export const latePayments = ['credit', 'refuse'] as const;

/** The gateway's settings. Each default is an interpretation. */
export interface Settings {
  /** INR per USDT in 1/10,000 rupee. Null disables USDT orders with 503 `rate_unavailable`. */
  readonly usdtRate: Rate | null;
  readonly orderValidityMinutes: number;
  /** Effect of a late payment: a credit, or a rejection as an illegal transition. */
  readonly latePayments: (typeof latePayments)[number];
  readonly failedPayinCallback: boolean;
  /** Maximum number of v3 calls in 60 seconds, per merchant and IP address. Null disables the limit. */
  readonly rateLimitPerMinute: number | null;
  /** Null disables the lock. */
  readonly signatureLock: {
    readonly failures: number;
    readonly windowSeconds: number;
    readonly lockSeconds: number;
  } | null;
  readonly maintenance: boolean;
  readonly providerAvailable: boolean;
  /** Simulated customers, with the seconds from the creation of an order to its payment. Null disables them. */
  readonly simulation: { readonly payAfterSeconds: number } | null;
}
