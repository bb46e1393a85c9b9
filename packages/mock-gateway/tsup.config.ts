import { defineConfig } from 'tsup';

/** To run the gateway, `scripts/setup.mjs` asks for what the command loads, and no more. */
const toRun = process.env['INRGATE_BUILD'] === 'run';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/control.ts',
    'src/express.ts',
    'src/internal.ts',
    'src/msw.ts',
    'src/playwright.ts',
  ],
  format: toRun ? 'esm' : ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  // `import.meta.url` in CommonJS: the dashboard's files lie beside the built gateway.
  shims: true,
  dts: !toRun,
  // The dashboard is put there by a build of its own.
  clean: ['!dashboard/**'],
});
