// Folder configuration: what the user configures, validated.
import { ConfigurationError } from './configuration-error.ts';

/** URLs of the gateway (contract: Gateway addresses). */
export interface GatewayAddresses {
  /** The origin. Example: `http://127.0.0.1:4300`. */
  readonly url: string;
  /** Base URL of the v3 API. */
  readonly baseUrl: string;
  /** Base URL of the legacy v1 API. */
  readonly legacyBaseUrl: string;
  /** Base URL of the control API. The gateway object provides the same calls as methods. */
  readonly controlUrl: string;
  /** URL of the dashboard, for a browser. */
  readonly dashboardUrl: string;
}

/**
 * Origin of a gateway that does not listen yet. RFC 6761 reserves `invalid`, so no server on the network can have this
 * origin.
 */
export const unservedOrigin = 'http://gateway.invalid';

/**
 * Validates the public origin of a gateway.
 *
 * @throws {ConfigurationError} unless the URL consists of only scheme, host and port, because the gateway defines the
 * paths
 */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url.origin;
  throw new ConfigurationError(
    'origin',
    'must be an http or https URL without path, for example "https://pay.example"',
  );
}

/** @param url the origin, without a slash at its end */
export function addressesAt(url: string): GatewayAddresses {
  return {
    url,
    baseUrl: `${url}/v3`,
    legacyBaseUrl: `${url}/v1`,
    controlUrl: `${url}/_mock`,
    dashboardUrl: `${url}/`,
  };
}

/** Origin to open in a browser. Replaces a host that stands for all IP addresses with a loopback host. */
export function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
