import type { Rate } from '@inrgate/sdk/internal';

/** Effect of a payment after expiry. */
export const latePayments = ['credit', 'refuse'] as const;

/** The gateway's settings. Each default is an interpretation. */
export interface Settings {
  /** INR per USDT in 1/10,000 rupee. Null disables USDT orders with 503 `rate_unavailable`. */
  readonly usdtRate: Rate | null;
  readonly orderValidityMinutes: number;
  /** Effect of a late payment: a credit, or an illegal transition. */
  readonly latePayments: (typeof latePayments)[number];
  readonly failedPayinCallback: boolean;
  /** Null disables the limit. */
  readonly rateLimitPerMinute: number | null;
  /** Null disables the lock. */
  readonly signatureLock: {
    readonly failures: number;
    readonly windowSeconds: number;
    readonly lockSeconds: number;
  } | null;
  readonly maintenance: boolean;
  readonly providerAvailable: boolean;
  /** Simulated customers, with the seconds between creation and payment of an order. Null disables them. */
  readonly simulation: { readonly payAfterSeconds: number } | null;
}
