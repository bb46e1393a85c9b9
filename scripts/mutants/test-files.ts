import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './mutant.ts';

/** The quick test files that run what a file of the page says: the file itself, or those that import its suites. */
export function testFilesOf(file: string): readonly string[] {
  if (file.endsWith('.test.ts')) return [file];
  const importers = globSync('*.ts', { cwd: path.join(root, path.dirname(file)) })
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((other) => importsOf(other).includes(file) && !other.endsWith('.slow.test.ts'));
  return [...new Set(importers.flatMap(testFilesOf))];
}

function importsOf(file: string): readonly string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier),
  );
}
