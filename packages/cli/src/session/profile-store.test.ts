import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeProfiles, profileNamed, readProfiles, saveProfiles } from './profile-store.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-profiles-'));
  file = path.join(folder, 'inrgate', 'profiles.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const shop = { mchId: 'SHOP1', mchKey: 'key-of-shop-1' };

test('a profile store without a file contains no profiles', () => {
  expect(readProfiles(file)).toEqual({ current: undefined, byName: new Map() });
});

test('the profile store returns a saved profile unchanged', () => {
  const profiles = { current: 'shop', byName: new Map([['shop', shop]]) };
  saveProfiles(profiles, file);
  expect(readProfiles(file)).toEqual(profiles);
});

test('the profile store accepts a byte order mark, which an editor may add', () => {
  const profiles = { current: 'shop', byName: new Map([['shop', shop]]) };
  saveProfiles(profiles, file);
  writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
  expect(readProfiles(file)).toEqual(profiles);
});

test('the profile file and its folder are readable only by their owner', () => {
  saveProfiles({ current: undefined, byName: new Map([['shop', shop]]) }, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  saveProfiles({ current: 'shop', byName: new Map([['shop', shop]]) }, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['profiles.json']);
});

test('the profile store rejects a file that other users may read', () => {
  saveProfiles({ current: undefined, byName: new Map([['shop', shop]]) }, file);
  chmodSync(file, 0o640);
  expect(() => readProfiles(file)).toThrow(`other users can read the file. Run chmod 600 ${file}`);
});

test.each([
  ['no JSON', '{"profiles": {"shop": {"mchKey": "key-of-shop-1"'],
  ['a list', '[]'],
  ['no profiles', '{}'],
  ['a profile without a merchant', '{"profiles": {"shop": {"mchKey": "key-of-shop-1"}}}'],
  ['an unknown field', '{"profiles": {"shop": {"mchId": "SHOP1", "key": "key-of-shop-1"}}}'],
  ['a key that is not a string', '{"profiles": {"shop": {"mchId": "SHOP1", "mchKey": 1}}}'],
  ['an unknown current profile', '{"current": "mart", "profiles": {"shop": {"mchId": "SHOP1"}}}'],
])('the profile store rejects a file with %s without repeating its content', (_case, content) => {
  saveProfiles({ current: undefined, byName: new Map() }, file);
  writeFileSync(file, content);
  const read = () => readProfiles(file);
  expect(read).toThrow('is not a valid profiles file');
  expect(read).not.toThrow('key-of-shop-1');
});

test('simultaneous changes of the profiles are all saved', async () => {
  const names = Array.from({ length: 20 }, (_, count) => `shop-${count}`);
  const added = names.map((name) =>
    changeProfiles(({ current, byName }) => ({ current, byName: new Map([...byName, [name, shop]]) }), file),
  );
  await Promise.all(added);
  expect([...readProfiles(file).byName.keys()].toSorted()).toEqual(names.toSorted());
  expect(readdirSync(path.dirname(file))).toEqual(['profiles.json']);
});

test('a process changes the profiles in spite of the lock of a killed process', async () => {
  saveProfiles({ current: undefined, byName: new Map() }, file);
  writeFileSync(`${file}.lock`, '');
  await changeProfiles(() => ({ current: undefined, byName: new Map([['shop', shop]]) }), file);
  expect(readProfiles(file).byName.get('shop')).toEqual(shop);
});

test('a failed write leaves the old profile file unchanged', () => {
  saveProfiles({ current: undefined, byName: new Map([['shop', shop]]) }, file);
  const before = readFileSync(file, 'utf8');
  const broken = {
    ...shop,
    toJSON: () => {
      throw new Error('full');
    },
  };
  expect(() => saveProfiles({ current: undefined, byName: new Map([['shop', broken]]) }, file)).toThrow(
    'full',
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('the error for an unknown profile lists the existing profiles', () => {
  const byName = new Map([
    ['shop', shop],
    ['mart', shop],
  ]);
  const named = () => profileNamed('shp', { current: undefined, byName });
  expect(named).toThrow('unknown profile shp. Saved profiles: shop, mart (Did you mean shop?)');
  expect(() => profileNamed('constructor', { current: undefined, byName: new Map() })).toThrow(
    'No profile is saved',
  );
});

test('a file in place of the profile folder counts as an empty store, but the store rejects new profiles', () => {
  writeFileSync(path.dirname(file), '');
  expect(readProfiles(file).byName.size).toBe(0);
  expect(() => saveProfiles({ current: undefined, byName: new Map() }, file)).toThrow(
    /profiles\.json cannot be written \(E\w+\)/,
  );
});
