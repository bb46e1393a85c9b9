import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { ConfigurationError } from '../../configuration/configuration-error.ts';

/** How the caller's address is learned. */
export interface ProxyTrust {
  /**
   * As Express's `trust proxy`: believe `X-Forwarded-For` of these proxies. Off by default, so that nobody walks past
   * an IP allow-list with a header (spec: Authentication 5).
   */
  readonly trustProxy?: boolean | number | string | undefined;
}

/** Whether a proxy is believed: by its address, and how many are between it and here. */
export type TrustedProxies = (address: string, distance: number) => boolean;

/** @throws {ConfigurationError} for what is no address, no block and no name that Express knows for some */
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
      'must be IP addresses and CIDR blocks, or what else Express takes',
    );
  }
}

/** The caller's address: the farthest that each one between vouches for. */
export function callerBehind(request: IncomingMessage, trusted: TrustedProxies): string {
  return proxyAddress(request, trusted);
}
