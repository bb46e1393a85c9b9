import { readFile } from 'node:fs/promises';

/**
 * Search domains that the system's lookup appends to a name. A system without a resolv.conf has none, for example
 * Windows. The last `search` or `domain` line applies (resolv.conf(5)).
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
