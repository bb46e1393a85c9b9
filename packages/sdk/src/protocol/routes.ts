/** The merchant's key that signs a request or callback (spec: Authentication 2). */
export type KeyName = 'mchKey' | 'mchSecret';

/** An endpoint with its method, path and keys (spec: Endpoints; Authentication 2). */
export interface Route {
  /** The only accepted method. The gateway rejects other methods with 405. */
  readonly method: 'GET' | 'POST';
  /** Path below the API's root. */
  readonly path: string;
  /**
   * Keys that can sign the request. If both keys can sign, the key that signed determines the kind of order that the
   * gateway queries.
   */
  readonly keys: readonly KeyName[];
  /** The client's operation for each of the keys. */
  readonly operations: readonly string[];
}

/** Optional suffix of each v3 path (spec: Versioning). */
export const phpSuffix = '.php';

/** The v3 endpoints, below `{base_url}`. */
export const v3Routes = {
  payin: { method: 'POST', path: '/payin', keys: ['mchKey'], operations: ['payins.create'] },
  'check-order-status': {
    method: 'POST',
    path: '/check-order-status',
    keys: ['mchKey', 'mchSecret'],
    operations: ['payins.retrieve', 'payouts.retrieve'],
  },
  payout: { method: 'POST', path: '/payout', keys: ['mchSecret'], operations: ['payouts.create'] },
  'check-gateway-balance': {
    method: 'POST',
    path: '/check-gateway-balance',
    keys: ['mchSecret'],
    operations: ['balance.retrieve'],
  },
} as const satisfies Record<string, Route>;

/** The v1 endpoints, below `{legacy_base_url}`. Their paths always have the suffix. */
export const v1Routes = {
  'create-link': {
    method: 'POST',
    path: '/create-link.php',
    keys: ['mchSecret'],
    operations: ['links.create'],
  },
  'link-status': {
    method: 'GET',
    path: '/link-status.php',
    keys: ['mchSecret'],
    operations: ['links.retrieve'],
  },
} as const satisfies Record<string, Route>;

/** The name of a v3 endpoint, without the slash and `.php`. */
export type V3Endpoint = keyof typeof v3Routes;
/** The name of a v1 endpoint, without the slash and `.php`. */
export type V1Endpoint = keyof typeof v1Routes;

type Routes = typeof v3Routes & typeof v1Routes;
/** The operations of the client. Hooks, diagnostics and error messages use these names. */
export type Operation = Routes[keyof Routes]['operations'][number];
