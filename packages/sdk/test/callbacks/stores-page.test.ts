import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPostgresStore } from '../../src/callbacks/stores/postgres.ts';
import { createSqliteStore } from '../../src/callbacks/stores/sqlite.ts';

it('docs/how-to/callback-stores.md has the tables as the stores create them', async () => {
  const created: string[] = [];
  const pool = { query: async (text: string) => ({ rows: [{ created: created.push(text) }] }) };
  const statement = { run: () => ({ changes: 0 }), get: () => undefined };
  const database = { exec: (text: string) => created.push(text), prepare: () => statement };
  await createPostgresStore(pool).createTable();
  await createSqliteStore(database).createTable();
  const page = readFileSync(
    path.resolve(import.meta.dirname, '../../../../docs/how-to/callback-stores.md'),
    'utf8',
  );
  const onPage = [...page.matchAll(/```sql\n(.*?)\n```/gs)].map(([, block = '']) => block);
  expect(onPage).toHaveLength(2);
  expect(created.map((text) => text.slice(text.indexOf('CREATE TABLE')))).toEqual(onPage);
});
