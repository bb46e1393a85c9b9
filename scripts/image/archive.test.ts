import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, it, onTestFinished } from 'vitest';
import { writeArchive } from './archive.mjs';
import type { Entry } from './entry.d.ts';

const program: Entry = { name: 'usr/bin/program', mode: 0o755, content: Buffer.from('#!/usr/bin/node\n') };
const data: Entry = { name: 'data', mode: 0o700, owner: 65_532 };

async function written(layer: readonly Entry[]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'image.tar');
  await writeArchive(file, {
    layers: [layer],
    settings: { User: '65532' },
    name: 'program',
    version: '1.2.3',
  });
  return file;
}

async function entriesOf(tar: Readable) {
  const entries = [];
  for await (const entry of tar.pipe(extract())) {
    const { name, mode, uid, gid, mtime, type } = entry.header;
    entries.push({ name, mode, owners: [uid, gid], mtime, type, content: await buffer(entry) });
  }
  return entries;
}

it('an archive of the same contents in another order has the same bytes', async () => {
  const [first, second] = [await written([program, data]), await written([data, program])];
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
});

it('a layer lists each folder before its files, with modes and owners', async () => {
  const files = await entriesOf(createReadStream(await written([program, data])));
  const contentOf = (name: string) => files.find((file) => file.name === name)?.content ?? Buffer.alloc(0);
  const [image] = JSON.parse(contentOf('manifest.json').toString());
  expect(image.RepoTags).toEqual(['program:1.2.3', 'program:latest']);
  const layer = gunzipSync(contentOf(image.Layers[0]));
  const folder = { mode: 0o755, owners: [0, 0], type: 'directory' };
  const entries = await entriesOf(Readable.from([layer]));
  expect(entries).toMatchObject([
    { ...folder, name: 'data', mode: 0o700, owners: [65_532, 65_532] },
    { ...folder, name: 'usr' },
    { ...folder, name: 'usr/bin' },
    { name: 'usr/bin/program', mode: 0o755, owners: [0, 0], type: 'file', content: program.content },
  ]);
  expect(new Set(entries.map(({ mtime }) => mtime?.getTime()))).toEqual(new Set([0]));
});
