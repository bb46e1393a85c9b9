import { BlockList, isIP } from 'node:net';

/** Normalizes an IP address. Converts an IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) to IPv4, and removes a zone. */
export function plainAddress(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** Returns whether a list of IP addresses and CIDR blocks contains an IP address (spec: Authentication 5). */
export function isListed(ip: string, list: readonly string[]): boolean {
  const family = isIP(ip);
  if (family !== 4 && family !== 6) return false;
  return list.includes(ip) || blockList(list, family).check(ip, families[family]);
}

const families = { 4: 'ipv4', 6: 'ipv6' } as const;

/** Creates a list with the entries of one address family, because Node counts every IPv4 address as part of `::/0`. */
function blockList(list: readonly string[], family: 4 | 6): BlockList {
  const blocks = new BlockList();
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) !== family) continue;
    if (prefix === undefined) blocks.addAddress(address, families[family]);
    else blocks.addSubnet(address, Number(prefix), families[family]);
  }
  return blocks;
}
