import { defineConfig } from 'tsup';
import { emittedDeclarations } from '../../scripts/declarations.ts';

const entry = ['src/index.ts', 'src/internal.ts'];

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.build.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  dts: emittedDeclarations(entry),
  clean: true,
});
