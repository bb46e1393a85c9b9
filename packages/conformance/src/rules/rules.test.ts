import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rules } from './rules.ts';

it('the title of each rule matches its row in the conformance table', () => {
  const table = readFileSync(new URL('../../../../docs/reference/conformance.md', import.meta.url), 'utf8');
  const rows = [...table.matchAll(/^\| `((?:spec|reading):[^`]+)` \| (.*?) \| [^|]*\|$/gm)]
    .map(([, id = '', text = '']) => [id, text.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1')])
    .filter(([id = '']) => !id.startsWith('reading:sdk.'));
  expect(rows.length).toBeGreaterThan(200);
  expect(Object.fromEntries(rules.map(({ id, title }) => [id, title]))).toEqual(Object.fromEntries(rows));
});
