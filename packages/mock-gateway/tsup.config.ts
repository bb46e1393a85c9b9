import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/express.ts', 'src/msw.ts'],
  format: ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  dts: true,
  clean: true,
});
