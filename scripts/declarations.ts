import path from 'node:path';

/**
 * Input of tsup's declaration pass for the entry points of a package. `scripts/setup.mjs` has emitted a declaration of
 * each source file, so the pass only bundles them.
 */
export function emittedDeclarations(entries: readonly string[]) {
  const folder = path.resolve('../../.cache/declarations/packages', path.basename(process.cwd()));
  return {
    entry: Object.fromEntries(
      entries.map((source) => [path.parse(source).name, path.join(folder, source.replace(/\.ts$/, '.d.ts'))]),
    ),
  };
}
