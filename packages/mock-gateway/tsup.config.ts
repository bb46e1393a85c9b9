import { defineConfig } from 'tsup';
import { emittedDeclarations } from '../../scripts/declarations.ts';

const entry = ['index', 'control', 'express', 'internal', 'msw', 'playwright'].map(
  (name) => `src/${name}.ts`,
);

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.build.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  // `import.meta.url` in CommonJS: the dashboard's files lie beside the built gateway.
  shims: true,
  dts: emittedDeclarations(entry),
  // The dashboard is put there by a build of its own.
  clean: ['!dashboard/**'],
});
