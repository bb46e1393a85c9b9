import { type Header, headerPairs } from '../http/headers.ts';

/** Headers that apply to one connection only (RFC 9110, 7.6.1). The proxy replaces them on each side. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'upgrade',
]);

/** Returns the end-to-end headers in their original order and spelling. Names and values alternate, as in node:http. */
export function endToEnd(raw: readonly string[]): string[] {
  const pairs = headerPairs(raw);
  const named = new Set(optionsOf(pairs));
  return pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return hopByHop.has(lower) || named.has(lower) ? [] : [name, value];
  });
}

/** Returns the options of `Connection`. The proxy forwards `close` by closing the connection. */
export function optionsOf(pairs: readonly Header[]): readonly string[] {
  return pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((option) => option.trim());
}

/**
 * Returns the headers that a client would send directly to the target. Replaces a Host of the proxy with the host of
 * the target. Keeps any other Host, because the target must detect a rebound name.
 */
export function forwardedHeaders(raw: readonly string[], own: ReadonlySet<string>, target: URL): string[] {
  const headers = endToEnd(raw);
  for (const [at, name] of headers.entries()) {
    if (at % 2 !== 0 || name.toLowerCase() !== 'host') continue;
    if (own.has((headers[at + 1] ?? '').toLowerCase())) headers[at + 1] = target.host;
  }
  return headers;
}
