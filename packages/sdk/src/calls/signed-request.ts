import { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from '../protocol/routes.ts';

/** An endpoint of v1 or v3. */
export type Target =
  | { readonly api: 'v3'; readonly endpoint: V3Endpoint }
  | { readonly api: 'v1'; readonly endpoint: V1Endpoint };

/** Parameters by wire name, without empty values. */
export type WireParams = Readonly<Record<string, string>>;

/** One signed request, identical at every attempt. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** The URL, including the query of a GET. */
  readonly url: string;
  /** The JSON body of a POST. */
  readonly body?: string;
}

/** Creates the request for these signed parameters. A POST sends them as JSON, and a GET in its query. */
export function signedRequest(root: string, target: Target, params: WireParams): SignedRequest {
  const { method, path } = target.api === 'v3' ? v3Routes[target.endpoint] : v1Routes[target.endpoint];
  return method === 'GET'
    ? { method, url: `${root}${path}?${new URLSearchParams(params)}` }
    : { method, url: root + path, body: JSON.stringify(params) };
}

/**
 * Returns the parameters with a value. The client neither signs nor sends empty parameters (spec: Authentication 3).
 */
export function present(params: Readonly<Record<string, string | undefined>>): WireParams {
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}
