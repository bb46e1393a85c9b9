import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { importsOf } from './near.ts';

/**
 * Returns the quick test files that run a file of the page: the file itself, or the files that import its suites. Paths
 * are relative to the root.
 */
export function testFilesOf(file: string): readonly string[] {
  const files = new Set([file]);
  for (const one of files) for (const importer of importersOf(one)) files.add(importer);
  return [...files].filter((one) => one.endsWith('.test.ts'));
}

/** Returns the test files in the same folder that import a suite. */
function importersOf(file: string): readonly string[] {
  if (file.endsWith('.test.ts')) return [];
  return globSync('*.ts', { cwd: path.join(root, path.dirname(file)) })
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((other) => importsOf(other).includes(file) && !/\.(?:slow|long)\.test\.ts$/.test(other));
}
