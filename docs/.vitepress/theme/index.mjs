import Theme from 'vitepress/theme-without-fonts';
import { weightOf } from './search.mjs';
import './style.css';

export default {
  extends: Theme,
  // Not in config.ts: a function there becomes a text that the page would have to evaluate, which its policy forbids.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options = {
      miniSearch: { searchOptions: { boostDocument: weightOf } },
    };
  },
};
