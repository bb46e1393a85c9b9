import type { Rate } from '@inrgate/sdk/internal';

/** Effect of a payment after expiry. */
export const latePayments = ['credit', 'refuse'] as const;

/** The gateway's settings. Each default is an interpretation. */
export interface Settings {
  /** INR per USDT in 1/10,000 rupee. null disables the rate: 503 `rate_unavailable`. */
  readonly usdtRate: Rate | null;
  readonly orderValidityMinutes: number;
  /** Whether a late payment is credited, or refused as an illegal transition. */
  readonly latePayments: (typeof latePayments)[number];
  readonly failedPayinCallback: boolean;
  /** null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** null: no IP address is locked. */
  readonly signatureLock: {
    readonly failures: number;
    readonly windowSeconds: number;
    readonly lockSeconds: number;
  } | null;
  readonly maintenance: boolean;
  readonly providerAvailable: boolean;
  /** Simulated customers, who pay that long after the creation of an order. null: none. */
  readonly simulation: { readonly payAfterSeconds: number } | null;
}
