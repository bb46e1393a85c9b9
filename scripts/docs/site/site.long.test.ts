import { beforeAll, describe, it } from 'vitest';
import { useBrowser } from '../../../packages/mock-gateway/test/browser/browser.ts';
import { builtSite, expectReadable, looked, looks } from './look.ts';

const visit = useBrowser();
let address = '';
beforeAll(async () => {
  address = await builtSite('all exports');
}, 600_000);

describe.each(looked)('the page /docs/%s', (page) => {
  it.each(looks)(
    'the page is readable without a login and loads nothing from another host, %s',
    async (_look, options) => {
      await expectReadable(visit, `${address}${page}`, options);
    },
  );
});
