import { defineConfig } from 'vite';

/** What a browser gets at `/`; the gateway serves it as it is built (src/pages/dashboard). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/_dashboard/',
  publicDir: false,
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file of its own: the content security policy allows no inline script and no data: style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
