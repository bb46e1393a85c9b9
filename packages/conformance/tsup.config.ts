import { defineConfig } from 'tsup';
import { emittedDeclarations } from '../../scripts/declarations.ts';

/** To run the gateway, `scripts/setup.mjs` asks for what the command loads, and no more. */
const toRun = process.env['INRGATE_BUILD'] === 'run';

const entry = ['src/index.ts', 'src/internal.ts'];

export default defineConfig({
  entry,
  format: toRun ? 'esm' : ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.build.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  dts: toRun ? false : emittedDeclarations(entry),
  clean: true,
});
