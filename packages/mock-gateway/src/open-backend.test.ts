import { expect, it } from 'vitest';
import { createMockGateway } from './gateway.ts';

const db = 'postgres://shop:hush@127.0.0.1:1/mock';

it.concurrent.each(['postgres', 'postgresql'])('a %s:// URL is not treated as a file', async (scheme) => {
  const opened = createMockGateway({ db: `${scheme}://shop:hush@127.0.0.1:1/mock` });
  await expect(opened).rejects.toMatchObject({ name: 'StoreError' });
  await expect(opened).rejects.toThrow(`${scheme}://shop@127.0.0.1:1/mock`);
});

it.each([
  'mysql://shop:hush@db.test/mock',
  'postgress://shop:hush@db.test/mock',
  '"postgres://shop:hush@db.test/mock"',
  ' postgres://shop:hush@db.test/mock',
])('the gateway rejects the database URL %s without repeating the URL in the error', async (address) => {
  const opened = createMockGateway({ db: address });
  await expect(opened).rejects.toMatchObject({ name: 'ConfigurationError', key: 'db' });
  await expect(opened).rejects.toThrow('postgres://');
  await expect(opened).rejects.not.toThrow('hush');
});

it.each([undefined, 'gateway.db'])('the gateway rejects a schema if db is %s', async (file) => {
  const opened = createMockGateway({ db: file, schema: 'shop' });
  await expect(opened).rejects.toMatchObject({ name: 'ConfigurationError', key: 'schema' });
  await expect(opened).rejects.toThrow('postgres://');
});

it.each(['', 'Shop', '1shop', 'shop-2', 'a"b', 'pg_shop', 'x'.repeat(64)])(
  'the gateway rejects the schema name %j',
  async (schema) => {
    const opened = createMockGateway({ db, schema });
    await expect(opened).rejects.toMatchObject({ name: 'ConfigurationError', key: 'schema' });
  },
);

it.concurrent.each(['inrgate', '_', 'shop_2', 'x'.repeat(63)])(
  'the gateway accepts the schema name %j',
  async (schema) => {
    await expect(createMockGateway({ db, schema })).rejects.toMatchObject({ name: 'StoreError' });
  },
);
