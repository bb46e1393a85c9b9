const loopback =
  /^(?:127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|::1|\[::1\]|(?:[a-z0-9_-]+\.)*localhost)$/i;

/**
 * Returns whether a host name or IP address is this machine: `127.0.0.0/8`, `::1`, `localhost` and its subdomains (RFC
 * 6761, 6.3). Sends no DNS query.
 *
 * @param host as in `URL.hostname` or from a socket, IPv6 with or without brackets, without a port
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
