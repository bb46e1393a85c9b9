import path from 'node:path';
import { defineConfig } from 'tsup';
import { build } from 'vite';

export default defineConfig({
  entry: ['src/index.ts', 'src/express.ts', 'src/msw.ts'],
  format: ['esm', 'cjs'],
  target: 'node22',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  // Also for CommonJS: the entry points share their classes, so that `instanceof` works across them.
  splitting: true,
  // `import.meta.url` in CommonJS: the dashboard's files lie beside the built gateway.
  shims: true,
  dts: true,
  clean: true,
  // After the rest, whose beginning cleans `dist`.
  onSuccess: async () => {
    await build({ configFile: path.resolve('dashboard/vite.config.ts'), logLevel: 'warn' });
  },
});
