import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPostgresStore } from '../../src/callbacks/stores/postgres.ts';
import { createSqliteStore } from '../../src/callbacks/stores/sqlite.ts';
import * as callbacks from '../../src/callbacks.ts';

const page = readFileSync(
  path.resolve(import.meta.dirname, '../../../../docs/how-to/callback-stores.md'),
  'utf8',
);
const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');

it('each store is exported and listed on the page of stores and in the README', async () => {
  const folder = path.resolve(import.meta.dirname, '../../src/callbacks/stores');
  const files = globSync('*.ts', { cwd: folder }).filter((file) => !/\.(?:test|contract)\.ts$/.test(file));
  const modules = await Promise.all(files.map((file): Promise<object> => import(path.join(folder, file))));
  const stores = modules.flatMap(Object.keys).filter((name) => /^create\w+Store$/.test(name));
  expect(stores.length).toBeGreaterThan(2);
  expect(stores.filter((name) => !(name in callbacks))).toEqual([]);
  expect(stores.filter((name) => !page.includes(`\`${name}(`))).toEqual([]);
  expect(stores.filter((name) => !readme.includes(`\`${name}(`))).toEqual([]);
});

it('docs/how-to/callback-stores.md shows the tables that the stores create', async () => {
  const created: string[] = [];
  const pool = { query: async (text: string) => ({ rows: [{ created: created.push(text) }] }) };
  const statement = { run: () => ({ changes: 0 }), get: () => undefined };
  const database = { exec: (text: string) => created.push(text), prepare: () => statement };
  await createPostgresStore(pool).createTable();
  await createSqliteStore(database).createTable();
  const onPage = [...page.matchAll(/```sql\n(.*?)\n```/gs)].map(([, block = '']) => block);
  expect(onPage).toHaveLength(2);
  expect(created.map((text) => text.slice(text.indexOf('CREATE TABLE')))).toEqual(onPage);
});
