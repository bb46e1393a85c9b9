import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeContract } from '../store.contract.ts';
import { openStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'inrgate-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.db`);
};

storeContract('memory', async () => openStore(null));
storeContract('a file', async () => openStore(newFile()));

describe('openStore', () => {
  it('openStore distinguishes memory from a file', async () => {
    const memory = openStore(null);
    const file = openStore(newFile());
    expect([memory.kind, file.kind]).toEqual(['memory', 'sqlite']);
    await Promise.all([memory.close(), file.close()]);
  });

  it('openStore keeps two stores in memory separate', async () => {
    const [one, two] = [openStore(null), openStore(null)];
    await one.commit([{ write: 'put_clock', clock: { offset: 1, frozenAt: null }, version: 1 }]);
    expect(await two.clock()).toBeNull();
    await Promise.all([one.close(), two.close()]);
  });
});
