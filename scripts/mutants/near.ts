import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Imports between files, by relative paths. */
export class Imports {
  readonly #importers = new Map<string, string[]>();

  /** @param files paths from the root */
  constructor(files: readonly string[]) {
    for (const file of files)
      for (const imported of importsOf(file)) {
        const those = this.#importers.get(imported) ?? [];
        those.push(file);
        this.#importers.set(imported, those);
      }
  }

  of(file: string): readonly string[] {
    return this.#importers.get(file) ?? [];
  }

  /**
   * Returns the test files with the fewest imports between them and a source, and the test files that are named after
   * the source or its folder.
   */
  near(source: string, testFiles: readonly string[], count: number): readonly string[] {
    const wanted = new Set(testFiles);
    const seen = new Set([source]);
    for (const file of seen) for (const importer of this.of(file)) seen.add(importer);
    const nearest = [...seen].filter((file) => wanted.has(file)).slice(0, count);
    const stem = path.basename(source, '.ts').replace(/s$/, '');
    const folder = path.basename(path.dirname(source));
    const named = testFiles.filter((file) => {
      const name = path.basename(file, '.test.ts');
      return name.includes(stem) || name.startsWith(folder);
    });
    return [...new Set([...nearest, ...named])];
  }
}

/** Returns the files that a file imports by a relative path, or from a package of the repository. */
export function importsOf(file: string): readonly string[] {
  const code = readFileSync(path.join(root, file), 'utf8');
  const own = [...code.matchAll(/ from '@inrgate\/([\w-]+)(?:\/([\w-]+))?'/g)];
  return [
    ...[...code.matchAll(/ from '(\.[^']+)'/g)].map(([, specifier = '']) =>
      path.posix.join(path.posix.dirname(file), specifier),
    ),
    ...own.map(([, name, entry = 'index']) => `packages/${name}/src/${entry}.ts`),
  ];
}
