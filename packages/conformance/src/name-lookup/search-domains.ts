import { readFile } from 'node:fs/promises';

/**
 * Search domains that the system's lookup appends to a name. On a system without a resolv.conf, for example Windows,
 * there are none. The last `search` or `domain` line applies (resolv.conf(5)).
 */
export async function searchDomains(file = '/etc/resolv.conf'): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const listed = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .findLast(([word = '']) => word === 'search' || word === 'domain');
  const domains = (listed ?? []).slice(1);
  return domains.filter((domain) => domain !== '.');
}
