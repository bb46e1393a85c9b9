import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { searchDomains } from './search-domains.ts';

it.each([
  [
    'nameserver 192.0.2.1\nsearch shop.svc\tsvc.cluster.local \noptions ndots:5\n',
    ['shop.svc', 'svc.cluster.local'],
  ],
  ['search a.test\r\n# search b.test\n  domain c.test', ['c.test']],
  ['search .\n', []],
  ['nameserver 192.0.2.1\n', []],
])('the search domains of %j come from the last search or domain line', async (text, domains) => {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-resolv-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, text);
  expect(await searchDomains(file)).toEqual(domains);
});

it('the list of search domains is empty if the file cannot be read', async () => {
  expect(await searchDomains('/none/resolv.conf')).toEqual([]);
});
