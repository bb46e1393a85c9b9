import { phpSuffix, v1Routes, v3Routes } from '@inrgate/sdk/internal';
import type { WireRequest } from '../core/exchange.ts';
import type { WireAttempt, WireServices } from './services.ts';

const creates: ReadonlySet<string> = new Set([
  v3Routes.payin.path,
  `${v3Routes.payin.path}${phpSuffix}`,
  v1Routes['create-link'].path,
]);

/**
 * Handles a pay-in or a link with the known state of the other instances. Stores the order only if the known state is
 * current. Discards every other response, because a change by another instance could change the response.
 *
 * @param path below the base URL
 * @param begin begins an attempt, or returns null if synchronization is necessary
 * @returns the decision, or null if the request must be decided again after a synchronization
 */
export async function attempted<Decision>(
  path: string,
  begin: () => WireAttempt | null,
  decide: (services: WireServices) => Promise<Decision>,
): Promise<Decision | null> {
  const attempt = creates.has(path) ? begin() : null;
  if (attempt === null) return null;
  const decision = await decide(attempt.services);
  return attempt.isFinal() ? decision : null;
}

/** The same request with a body that can be read again. */
export function rereadable(request: WireRequest): WireRequest {
  const { method, path, query, ip } = request;
  let body: Promise<Uint8Array | null> | undefined;
  return {
    method,
    path,
    query,
    ip,
    header: (name) => request.header(name),
    headers: () => request.headers(),
    body: (limit) => {
      body ??= request.body(limit);
      return body;
    },
    get signal() {
      return request.signal;
    },
  };
}
