import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { ConfigurationError } from '../../configuration/configuration-error.ts';

/** Options that determine the source of the client's IP address. */
export interface ProxyTrust {
  /**
   * Proxies whose `X-Forwarded-For` header is trusted, like Express's `trust proxy`. Off by default, because a client
   * could use the header to bypass an IP allow-list (spec: Authentication 5).
   */
  readonly trustProxy?: boolean | number | string | undefined;
}

export type TrustedProxies = (address: string, distance: number) => boolean;

/** @throws {ConfigurationError} unless each entry is an IP address, a CIDR block or a name that Express accepts */
export function trustedProxies(trust: boolean | number | string): TrustedProxies {
  if (typeof trust === 'boolean') return () => trust;
  if (typeof trust === 'number') return (_address, distance) => distance < trust;
  try {
    const compiled = proxyAddress.compile(trust.split(',').map((address) => address.trim()));
    return (address, distance) => compiled(address, distance);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigurationError(
      'trustProxy',
      'must be IP addresses, CIDR blocks or names that Express accepts',
    );
  }
}

/** The client's IP address: the IP address farthest from the gateway that only trusted proxies report. */
export function callerBehind(request: IncomingMessage, trusted: TrustedProxies): string {
  return proxyAddress(request, trusted);
}
