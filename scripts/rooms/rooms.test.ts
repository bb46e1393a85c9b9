import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../rooms.mjs';
import { readImports, roomImports } from './imports.ts';
import { roomPictures, roomsPicture } from './picture.ts';

const root = path.resolve(import.meta.dirname, '../..');
const architecture = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

const imports = await readImports();
const found = roomImports(imports);

it('every import of the packages and examples follows the rules in .dependency-cruiser.mjs', () => {
  expect(imports.summary.totalCruised).toBeGreaterThan(1000);
  const broken = imports.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  expect(broken).toEqual([]);
});

it('the folder diagrams match the output of `npm run rooms`', () => {
  for (const [file, picture] of roomPictures(found)) {
    expect(readFileSync(path.join(root, file), 'utf8'), file).toBe(picture);
    expect(architecture).toContain(`](${file})`);
  }
});

describe.each<[string, readonly string[]]>(Object.entries(rooms))('the folders of %s', (src, ordered) => {
  it('a folder imports only folders below it, and each folder appears in an import', () => {
    const { imports } = found.get(src) ?? expect.fail(src);
    for (const [at, room] of ordered.entries()) {
      const above = ordered.slice(0, at).filter((other) => imports(room, other));
      expect(above, `${room} imports what stands above it`).toEqual([]);
      expect(ordered.some((other) => other !== room && (imports(room, other) || imports(other, room)))).toBe(
        true,
      );
    }
  });
});

it('the diagram marks an upward import in red', () => {
  const upwards = { rooms: ['upper', 'lower'], imports: (from: string) => from === 'lower' };
  const picture = roomsPicture('packages/some/src', upwards);
  expect(picture).toContain('<title>lower imports upper</title>');
  expect(picture).toContain('#d1242f');
});
