import { type Header, headerPairs } from '../http/headers.ts';

/** What concerns one connection alone (RFC 9110, 7.6.1): each side of the proxy has its own. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'upgrade',
]);

/** The end-to-end headers, in their order and letters, name and value in turn as node:http takes them. */
export function endToEnd(raw: readonly string[]): string[] {
  const pairs = headerPairs(raw);
  const named = new Set(optionsOf(pairs));
  return pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return hopByHop.has(lower) || named.has(lower) ? [] : [name, value];
  });
}

/** What `Connection` says; `close` is passed on by closing. */
export function optionsOf(pairs: readonly Header[]): readonly string[] {
  return pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((option) => option.trim());
}

/** A header's value, its name in any case. */
export function rawHeader(raw: readonly string[], wanted: string): string | undefined {
  return headerPairs(raw).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/**
 * The request's headers as its caller would have written them to the target itself: where the proxy is called by its own
 * name, that name is the target's. Any other Host stays, so that no name that was rebound gets past the target's guard.
 */
export function forwardedHeaders(raw: readonly string[], own: ReadonlySet<string>, target: URL): string[] {
  const headers = endToEnd(raw);
  for (const [at, name] of headers.entries()) {
    if (at % 2 !== 0 || name.toLowerCase() !== 'host') continue;
    if (own.has((headers[at + 1] ?? '').toLowerCase())) headers[at + 1] = target.host;
  }
  return headers;
}
