/**
 * Key of a receiver, its host and port (reading: Callbacks). Examples: `127.0.0.1:3000`, `shop.example:443`.
 *
 * @param url an absolute http or https URL
 */
export function receiverOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? defaultPort(protocol) : port}`;
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
