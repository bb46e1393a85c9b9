import { describe, expect, it } from 'vitest';
import { isAddress, isDatabaseAddress, shownDatabase } from './database-address.ts';

describe('database URL', () => {
  it.each(['postgres://db.test/shop', 'postgresql://shop@db.test', 'POSTGRES://db.test'])(
    'the database %s is on a server',
    (db) => {
      expect(isDatabaseAddress(db)).toBe(true);
    },
  );

  it.each([
    'gateway.db',
    './postgres',
    'postgres:db',
    'C:\\postgres\\a.db',
    'C://postgres/a.db',
    'file:gateway.db',
    ':memory:',
    '',
  ])('the database %j is a file, and is shown unchanged', (db) => {
    expect([isAddress(db), isDatabaseAddress(db)]).toEqual([false, false]);
    expect(shownDatabase(db)).toBe(db);
  });

  it.each(['mysql://shop@db.test', 'postgress://shop@db.test', 'PG+tls://shop@db.test'])(
    'the database %s is a URL with an unsupported scheme',
    (db) => {
      expect([isAddress(db), isDatabaseAddress(db)]).toEqual([true, false]);
    },
  );

  it.each([
    '"postgres://shop:hush@db.test/mock"',
    ' postgres://shop:hush@db.test/mock',
    'INRGATE_DB=postgres://shop:hush@db.test/mock',
    'postgres:/shop:hush@db.test/mock',
    'postgresql:shop:hush@db.test/mock',
  ])('the database %j looks like a URL, and is not shown', (db) => {
    expect([isAddress(db), isDatabaseAddress(db)]).toEqual([true, false]);
    expect(shownDatabase(db)).toBe('…');
  });

  it.each([
    ['postgres://shop:hush@db.test:5432/mock', 'postgres://shop@db.test:5432/mock'],
    ['postgresql://shop@db.test/mock', 'postgresql://shop@db.test/mock'],
    ['postgres://:hush@db.test/mock', 'postgres://@db.test/mock'],
    ['postgres://shop:hu%40sh@[::1]:5432/mock', 'postgres://shop@[::1]:5432/mock'],
    ['postgres://shop:hu:sh@a.test:1,b.test:2/mock', 'postgres://shop@a.test:1,b.test:2/mock'],
    ['postgres://db.test/mock?user=shop&password=hush', 'postgres://db.test/mock'],
    ['postgres://db.test?sslpassword=hush#hush', 'postgres://db.test'],
    ['postgres:///mock?host=/run&password=hush', 'postgres:///mock'],
    ['Postgres://shop:hush@db.test', 'Postgres://shop@db.test'],
    ['mysql://shop:hush@db.test/mock', 'mysql://shop@db.test/mock'],
  ])('the database %s is shown without its password', (db, shown) => {
    expect(shownDatabase(db)).toBe(shown);
  });

  it.each([
    'postgres://shop:hu/sh@db.test/mock',
    'postgres://shop:hu?sh@db.test/mock',
    'postgres://shop:hu#sh@db.test/mock',
    'postgres://shop:hu@sh@db.test/mock',
    'postgres://shop:hu@sh/hush@db.test/mock',
  ])('the database %s is not shown because the end of its password is unclear', (db) => {
    expect(shownDatabase(db)).toBe('postgres://…');
  });
});
