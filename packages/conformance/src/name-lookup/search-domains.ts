import { readFile } from 'node:fs/promises';

/**
 * The domains that the system's lookup tries behind a name, as resolv.conf lists them; none where there is no such file,
 * as on Windows. The last line counts (resolv.conf(5)).
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
