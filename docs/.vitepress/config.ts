import path from 'node:path';
import { defineConfig } from 'vitepress';
import sdk from '../../packages/sdk/package.json' with { type: 'json' };
import { repositoryLinks } from '../../scripts/docs/site/links.ts';
import { writeForPrograms } from '../../scripts/docs/site/llms.ts';
import { pages, root } from '../../scripts/docs/site/pages.ts';
import { withPolicy } from '../../scripts/docs/site/policy.ts';
import { renderOnce } from '../../scripts/docs/site/render.ts';
import { indexOnlyForBrowsers } from '../../scripts/docs/site/search-index.ts';
import { sidebar } from '../../scripts/docs/site/sidebar.ts';

const all = pages();
const { version } = sdk;

export default defineConfig({
  title: 'inrgate',
  description:
    'A mock payment gateway for Indian rupees on your machine, and an SDK for the mock and the real gateway.',
  lang: 'en',
  cleanUrls: true,
  // The gateway serves the site at this path.
  base: '/docs/',
  srcDir: root,
  srcExclude: ['**/.cache/**', '**/CHANGELOG.md', '.changeset/**', 'README.md', 'LICENSE.md'],
  outDir: path.join(root, 'docs/.vitepress/dist'),
  cacheDir: path.join(root, '.cache/vitepress'),
  rewrites: (source) => all.find((page) => page.source === source)?.route ?? source,
  markdown: {
    config: (md) => {
      repositoryLinks(md, all);
      renderOnce(md);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    siteTitle: 'inrgate',
    sidebar: sidebar(all),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    nav: [
      { text: 'Install', link: '/how-to/install' },
      { text: 'First payment', link: '/tutorial/' },
      { text: 'Callbacks', link: '/how-to/receive-callbacks' },
      { text: 'Payouts', link: '/how-to/pay-out' },
      { text: 'CI', link: '/how-to/test-in-ci' },
      { text: 'Wire API', link: '/reference/wire-api' },
      { text: 'Errors', link: '/reference/errors' },
      { text: `v${version}`, link: '/how-to/upgrade' },
    ],
  },
  // The search index is one large file. The browser loads it at the first search.
  vite: { build: { chunkSizeWarningLimit: 3_000 }, plugins: [indexOnlyForBrowsers] },
  transformHtml: (html) => withPolicy(html),
  buildEnd: ({ outDir }) => writeForPrograms(outDir, all),
});
