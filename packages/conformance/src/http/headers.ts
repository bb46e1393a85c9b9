/** One header line with its original spelling. */
export type Header = readonly [name: string, value: string];

/** Returns the first value of a header, or undefined. The wanted name is in lower case. */
export function headerValue(pairs: readonly Header[], wanted: string): string | undefined {
  return pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/**
 * Header lines, in order.
 *
 * @param flat names and values in alternation, as in node:http
 */
export function headerPairs(flat: readonly string[]): readonly Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
