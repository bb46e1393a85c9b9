import type { Rate } from '@inrgate/sdk/internal';

/** What becomes of a payment after expiry. */
export const latePayments = ['credit', 'refuse'] as const;

/** The gateway's settings; each default is a reading. */
export interface Settings {
  /** INR per USDT in 1/10,000 rupee. null disables the rate: 503 `rate_unavailable`. */
  readonly usdtRate: Rate | null;
  readonly orderValidityMinutes: number;
  /** A payment after expiry is credited, or refused as an illegal transition. */
  readonly latePayments: (typeof latePayments)[number];
  readonly failedPayinCallback: boolean;
  /** null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** null: no address is locked. */
  readonly signatureLock: {
    readonly failures: number;
    readonly windowSeconds: number;
    readonly lockSeconds: number;
  } | null;
  readonly maintenance: boolean;
  readonly providerAvailable: boolean;
  /** Customers who pay by themselves, that long after the creation of an order. null: none. */
  readonly simulation: { readonly payAfterSeconds: number } | null;
}
