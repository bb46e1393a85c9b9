/** One header line as it came, its name in the letters of whoever sent it. */
export type Header = readonly [name: string, value: string];

/**
 * Header lines, in order.
 *
 * @param flat name, value, name, value: the headers as node:http keeps them
 */
export function headerPairs(flat: readonly string[]): readonly Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
