import type { UserConfig } from 'vitepress';

type Plugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

/** Omits the search index from the build that renders the HTML of the pages, because only a browser searches. */
export const indexOnlyForBrowsers: Plugin = {
  name: 'inrgate:index-only-for-browsers',
  enforce: 'pre',
  load: (id, options) =>
    options?.ssr === true && id.startsWith('/@localSearchIndex') ? 'export default {}' : null,
};
