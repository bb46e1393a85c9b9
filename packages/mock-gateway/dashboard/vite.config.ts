import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Sets a language for uPlot, which fails to load in a browser without a language (POSIX locale). */
const plotLanguage: Plugin = {
  name: 'plot-language',
  transform(code, id) {
    if (!id.endsWith('/uPlot.esm.js')) return null;
    if (!code.includes('nav.language')) throw new Error('uPlot asks for its language in another way');
    return { code: code.replace('nav.language', "'en-IN'"), map: null };
  },
};

/** Builds the files that the browser receives at `/`. The gateway serves the build output (src/pages/dashboard). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/_dashboard/',
  publicDir: false,
  // Source instead of the build, which `npm start` does not need.
  resolve: { conditions: ['@inrgate/source', ...defaultClientConditions] },
  plugins: [plotLanguage],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2023',
    // Every asset is a separate file, because the content security policy allows no inline script and no `data:` style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Include the licences, because they require their text in the distribution.
    license: { fileName: 'NOTICES.md' },
  },
});
