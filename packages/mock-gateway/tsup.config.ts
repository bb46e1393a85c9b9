import { defineConfig } from 'tsup';
import { emittedDeclarations } from '../../scripts/declarations.ts';

/** To run the gateway, `scripts/setup.mjs` asks for what the command loads, and no more. */
const toRun = process.env['INRGATE_BUILD'] === 'run';

const entry = ['index', 'control', 'express', 'internal', 'msw', 'playwright'].map(
  (name) => `src/${name}.ts`,
);

export default defineConfig({
  entry,
  format: toRun ? 'esm' : ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.build.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  // `import.meta.url` in CommonJS: the dashboard's files lie beside the built gateway.
  shims: true,
  dts: toRun ? false : emittedDeclarations(entry),
  // The dashboard is put there by a build of its own.
  clean: ['!dashboard/**'],
});
