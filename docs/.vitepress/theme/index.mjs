import Theme from 'vitepress/theme-without-fonts';
import { weightOf } from './search.mjs';
import './style.css';

export default {
  extends: Theme,
  // VitePress serializes a function of config.ts as a string. The content security policy forbids evaluating that string.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options = {
      miniSearch: { searchOptions: { boostDocument: weightOf } },
    };
  },
};
