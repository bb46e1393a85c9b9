import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFile } from './database.ts';
import { unsynced } from './unsynced.ts';

it('each commit after generated work is synced to disk again, even if the checkpoint fails', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-unsynced-'));
  const db = openFile(path.join(folder, 'gateway.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const pragma = db.pragma.bind(db);
  const level = () => pragma('synchronous', { simple: true });
  const [normal, full] = [1, 2];
  const work = async () => {
    db.exec('CREATE TABLE IF NOT EXISTS generated (one)');
    expect(level()).toBe(normal);
  };
  await unsynced(db, () => {}, work);
  expect(level()).toBe(full);
  vi.spyOn(db, 'pragma').mockImplementation((source, options) => {
    if (source.startsWith('wal_checkpoint')) throw new Error('the disk is full');
    return pragma(source, options);
  });
  await expect(unsynced(db, () => {}, work)).rejects.toThrow('the disk is full');
  expect(level()).toBe(full);
});
