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

/** What the command loads. */
const toRun: Options = { ...shared, format: 'esm' };

// The configurations run at once: tsup's `clean` of one would delete what another has written.
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');

// To run the gateway, `scripts/setup.mjs` asks for no more.
export default defineConfig(
  process.env['INRGATE_BUILD'] === 'run'
    ? [toRun]
    : [
        toRun,
        // ky is ESM only: bundled, it also loads where `require` cannot take an ES module (Node before 22.12).
        { ...shared, format: 'cjs', noExternal: ['ky'] },
        { ...shared, format: ['esm', 'cjs'], dts: { ...emittedDeclarations(entry), only: true } },
      ],
);
