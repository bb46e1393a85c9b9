import { expect, it } from 'vitest';
import { createMockGateway } from './gateway.ts';

it.each([
  'postgres://shop:hush@127.0.0.1:1/mock',
  'postgresql://shop:hush@db.test/mock',
  'POSTGRES://shop:hush@db.test/mock',
  'postgres:/shop:hush@db.test/mock',
  '"postgres://shop:hush@db.test/mock"',
  ' postgres://shop:hush@db.test/mock',
  'mysql://shop:hush@db.test/mock',
])('the gateway rejects the database URL %s without repeating the URL in the error', async (db) => {
  const opened = createMockGateway({ db });
  await expect(opened).rejects.toMatchObject({ name: 'ConfigurationError', key: 'db' });
  await expect(opened).rejects.toThrow(/^db: must be the name of a file.*leave it out/);
  await expect(opened).rejects.not.toThrow('hush');
});
