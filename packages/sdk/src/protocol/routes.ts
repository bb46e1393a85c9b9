/** The merchant's key that signs (spec: Authentication 2). */
export type KeyName = 'mchKey' | 'mchSecret';

/** An endpoint with its method, path and keys (spec: Endpoints; Authentication 2). */
export interface Route {
  /** The only accepted method; others are refused with 405. */
  readonly method: 'GET' | 'POST';
  /** Path below the API's root. */
  readonly path: string;
  /** Keys that may sign. If both may, the key determines the kind of order that is looked up. */
  readonly keys: readonly KeyName[];
}

/** Suffix that each v3 path also accepts (spec: Versioning). */
export const phpSuffix = '.php';

/** The v3 endpoints, below `{base_url}`. */
export const v3Routes = {
  payin: { method: 'POST', path: '/payin', keys: ['mchKey'] },
  'check-order-status': { method: 'POST', path: '/check-order-status', keys: ['mchKey', 'mchSecret'] },
  payout: { method: 'POST', path: '/payout', keys: ['mchSecret'] },
  'check-gateway-balance': { method: 'POST', path: '/check-gateway-balance', keys: ['mchSecret'] },
} as const satisfies Record<string, Route>;

/** The v1 endpoints, below `{legacy_base_url}`. They exist only with the suffix. */
export const v1Routes = {
  'create-link': { method: 'POST', path: '/create-link.php', keys: ['mchSecret'] },
  'link-status': { method: 'GET', path: '/link-status.php', keys: ['mchSecret'] },
} as const satisfies Record<string, Route>;

/** The name of a v3 endpoint, without the slash and the `.php`. */
export type V3Endpoint = keyof typeof v3Routes;
/** The name of a v1 endpoint, without the slash and the `.php`. */
export type V1Endpoint = keyof typeof v1Routes;
