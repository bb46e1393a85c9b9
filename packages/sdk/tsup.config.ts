import { mkdirSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { emittedDeclarations } from '../../scripts/declarations.ts';

const entry = [
  'index',
  'protocol',
  'doctor',
  'basics',
  'callbacks',
  'express',
  'opentelemetry',
  'testing',
  'internal',
].map((name) => `src/${name}.ts`);

const shared: Options = {
  entry,
  target: 'node22',
  tsconfig: '../../tsconfig.build.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
};

// The configurations run at once: tsup's `clean` of one would delete what another has written.
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');

export default defineConfig([
  { ...shared, format: 'esm' },
  // ky is ESM only: bundled, it also loads where `require` cannot take an ES module (Node before 22.12).
  { ...shared, format: 'cjs', noExternal: ['ky'] },
  { ...shared, format: ['esm', 'cjs'], dts: { ...emittedDeclarations(entry), only: true } },
]);
