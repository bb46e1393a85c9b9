import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Change, CommitResult } from '../store.ts';
import { grouped, type Isolate } from './grouped-commits.ts';

class Refused extends Error {}

/** Creates a change whose result depends on its string: stored, rejected, or an error. */
function change(text: string): Change {
  return [{ write: 'put_config', config: text, version: 1 }];
}

function open() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE stored (text TEXT NOT NULL) STRICT; CREATE TABLE commits (n INTEGER)');
  const insert = db.prepare<[string]>('INSERT INTO stored VALUES (?)');
  const applyOne = (text: string) => {
    insert.run(text);
    if (text.startsWith('refused')) throw new Refused();
    if (text.startsWith('trouble')) throw new Error('trouble');
  };
  const apply = ([write]: Change, isolate: Isolate): CommitResult => {
    const text = write?.write === 'put_config' ? write.config : '';
    try {
      isolate(() => applyOne(text));
      return { committed: true };
    } catch (error) {
      if (error instanceof Refused) return { committed: false, conflict: 'exists' };
      throw error;
    }
  };
  const stored = () => db.prepare<[], string>('SELECT text FROM stored ORDER BY rowid').pluck().all();
  const group = grouped(db);
  const commits = {
    ...group,
    add: (text: string) => group.add((isolate) => apply(change(text), isolate)),
  };
  return { db, commits, stored };
}

describe('commits of one event loop turn [contract:callbacks.commits]', () => {
  it('commits of one event loop turn share a transaction, in the order of the calls', async () => {
    const { db, commits, stored } = open();
    const results = ['a', 'b', 'c'].map((text) => commits.add(text));
    expect(stored()).toEqual([]);
    expect(await Promise.all(results)).toEqual(Array(3).fill({ committed: true }));
    expect(stored()).toEqual(['a', 'b', 'c']);
    expect(db.inTransaction).toBe(false);
  });

  it('one rejected commit does not affect the other commits of the event loop turn', async () => {
    const { commits, stored } = open();
    const results = ['a', 'refused', 'c'].map((text) => commits.add(text));
    expect(await Promise.all(results)).toEqual([
      { committed: true },
      { committed: false, conflict: 'exists' },
      { committed: true },
    ]);
    expect(stored()).toEqual(['a', 'c']);
  });

  it('a rejected commit that is the only commit of its event loop turn stores nothing', async () => {
    const { commits, stored } = open();
    expect(await commits.add('refused')).toEqual({ committed: false, conflict: 'exists' });
    expect(stored()).toEqual([]);
  });

  it('the store retries the commits of one event loop turn one by one after an error, without storing a commit twice', async () => {
    const { commits, stored } = open();
    const results = ['a', 'trouble', 'c'].map((text) => commits.add(text));
    const settled = await Promise.allSettled(results);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored()).toEqual(['a', 'c']);
  });

  it('all commits of one event loop turn fail if their common transaction fails', async () => {
    const { db, commits, stored } = open();
    db.exec('CREATE TABLE late (text TEXT REFERENCES stored (text) DEFERRABLE INITIALLY DEFERRED)');
    db.exec('CREATE UNIQUE INDEX texts ON stored (text); PRAGMA foreign_keys = ON');
    db.exec("CREATE TRIGGER waits AFTER INSERT ON stored BEGIN INSERT INTO late VALUES ('nobody'); END");
    const settled = await Promise.allSettled(['a', 'b'].map((text) => commits.add(text)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(stored()).toEqual([]);
  });

  it('a flush immediately stores the waiting commits of the event loop turn', async () => {
    const { commits, stored } = open();
    const result = commits.add('a');
    commits.flush();
    expect(stored()).toEqual(['a']);
    expect(await result).toEqual({ committed: true });
  });
});
