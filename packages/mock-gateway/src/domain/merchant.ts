import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Limits } from '@inrgate/sdk/protocol';

/** Callback format of a merchant's server. The callback test sets it (spec: Delivery rules 6). */
export const callbackFormats = ['json', 'form'] as const satisfies readonly CallbackFormat[];

/** A merchant account: credentials and the settings of the merchant dashboard. The ledger contains its wallet. */
export interface Merchant {
  readonly mchId: string;
  /** API Key. It signs pay-ins, their queries and their callbacks. */
  readonly mchKey: string;
  /** API Secret. It signs payouts and their callbacks, the balance query, and all v1 calls. */
  readonly mchSecret: string;
  readonly callbackUrl: string | null;
  readonly callbackFormat: CallbackFormat;
  /** IP addresses or CIDR blocks. Empty if the merchant saved none. */
  readonly ipAllowList: readonly string[];
  readonly inrEnabled: boolean;
  readonly usdtEnabled: boolean;
  readonly suspended: boolean;
  readonly limits: Limits;
}
