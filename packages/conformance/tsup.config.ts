import { defineConfig } from 'tsup';

/** To run the gateway, `scripts/setup.mjs` asks for what the command loads, and no more. */
const toRun = process.env['INRGATE_BUILD'] === 'run';

export default defineConfig({
  entry: ['src/index.ts', 'src/internal.ts'],
  format: toRun ? 'esm' : ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  dts: !toRun,
  clean: true,
});
