import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const built = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));

it('the dashboard and everything that it loads later are at most 120 KB, gzipped', () => {
  const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizes = files.map(
    ({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).byteLength,
  );
  expect(files.map(({ name }) => name)).toContain('index.html');
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120 * 1024);
});

it('the gateway does not depend on the libraries of the dashboard', () => {
  expect(Object.keys(manifest.dependencies)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/preact|uplot|vite/)]),
  );
});
