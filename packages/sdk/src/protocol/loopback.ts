const loopback =
  /^(?:127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|::1|\[::1\]|(?:[a-z0-9_-]+\.)*localhost)$/i;

/**
 * Whether a host is this machine by its name or address, without asking anybody: `127.0.0.0/8`, `::1`, `localhost` and
 * every name below it (RFC 6761, 6.3).
 *
 * @param host as `URL.hostname` or a socket writes it, IPv6 with brackets or without; no port
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
