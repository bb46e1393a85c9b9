import { cp } from 'node:fs/promises';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node22',
  tsconfig: '../../tsconfig.json',
  removeNodeProtocol: false,
  // Each command stays a file of its own, loaded when it is called.
  splitting: true,
  clean: true,
  // Data that `trigger` reads from beside itself.
  onSuccess: () => cp('src/trigger/scenarios', 'dist/scenarios', { recursive: true }),
});
