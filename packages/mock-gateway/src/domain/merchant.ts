import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Limits } from '@inrgate/sdk/protocol';

/** Callback format of a merchant's server, set by the callback test (spec: Delivery rules 6). */
export const callbackFormats = ['json', 'form'] as const satisfies readonly CallbackFormat[];

/** A merchant account: credentials and the settings of the merchant dashboard. Its wallet is in the ledger. */
export interface Merchant {
  readonly mchId: string;
  /** API Key: signs pay-ins, their queries and their callbacks. */
  readonly mchKey: string;
  /** API Secret: signs payouts, the balance, their callbacks, and all of v1. */
  readonly mchSecret: string;
  /** Saved callback URL of the merchant; null if none is saved. */
  readonly callbackUrl: string | null;
  readonly callbackFormat: CallbackFormat;
  /** IP addresses or CIDR blocks. An empty list means that none is saved. */
  readonly ipAllowList: readonly string[];
  readonly inrEnabled: boolean;
  readonly usdtEnabled: boolean;
  readonly suspended: boolean;
  /** The merchant's limits. Default: the limits of the specification. */
  readonly limits: Limits;
  /** Counts the commits of this merchant; a commit names the version it was decided on. */
  readonly version: number;
}
