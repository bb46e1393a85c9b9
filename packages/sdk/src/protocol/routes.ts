/** Which of a merchant's two keys signs (spec: Authentication 2). */
export type KeyName = 'mchKey' | 'mchSecret';

/** An endpoint: how it is called, and what signs it (spec: Endpoints; Authentication 2). */
export interface Route {
  /** The only method it answers; any other is refused with 405. */
  readonly method: 'GET' | 'POST';
  /** Below the API's root. */
  readonly path: string;
  /** The keys it may be signed with; where it is both, the key selects what is looked up. */
  readonly keys: readonly KeyName[];
}

/** Each v3 path also answers with this suffix (spec: Versioning). */
export const phpSuffix = '.php';

/** The v3 endpoints, below `{base_url}`. */
export const v3Routes = {
  payin: { method: 'POST', path: '/payin', keys: ['mchKey'] },
  'check-order-status': { method: 'POST', path: '/check-order-status', keys: ['mchKey', 'mchSecret'] },
  payout: { method: 'POST', path: '/payout', keys: ['mchSecret'] },
  'check-gateway-balance': { method: 'POST', path: '/check-gateway-balance', keys: ['mchSecret'] },
} as const satisfies Record<string, Route>;

/** The v1 endpoints, below `{legacy_base_url}`; they exist with the suffix only. */
export const v1Routes = {
  'create-link': { method: 'POST', path: '/create-link.php', keys: ['mchSecret'] },
  'link-status': { method: 'GET', path: '/link-status.php', keys: ['mchSecret'] },
} as const satisfies Record<string, Route>;

/** The name of a v3 endpoint, without the slash and the `.php`. */
export type V3Endpoint = keyof typeof v3Routes;
/** The name of a v1 endpoint, without the slash and the `.php`. */
export type V1Endpoint = keyof typeof v1Routes;
