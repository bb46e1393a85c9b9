import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { phone, useBrowser } from '../../../packages/mock-gateway/test/browser/browser.ts';
import { pages, root } from './pages.ts';
import { serveSite } from './serve.ts';

const site = path.join(root, 'docs/.vitepress/dist');
const visit = useBrowser();
let address = '';

/** Some pages of each part of the site. They contain pictures, tables and code. */
const looked = [
  '',
  'how-to/other-languages.html',
  'how-to/callback-stores.html',
  'reference/wire-api.html',
  'reference/errors.html',
  'reference/configuration.html',
  'reference/gateway.html',
  'explanation/states.html',
  'explanation/ledger.html',
  'explanation/benchmarks.html',
];

/** Ways to look at a page. */
const looks = [
  ['light', {}],
  ['dark', { dark: true }],
  ['on a phone', phone],
] as const;

beforeAll(async () => {
  const build = spawnSync(process.execPath, ['scripts/docs/run.ts'], { cwd: root, encoding: 'utf8' });
  expect(build.status, build.stderr).toBe(0);
  address = await serveSite(0);
}, 600_000);

const htmlFiles = () => globSync('**/*.html', { cwd: site });
const read = (file: string) => readFileSync(path.join(site, file), 'utf8');
const unescaped = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

function values(html: string, attribute: string): readonly string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    unescaped(value),
  );
}

/** Returns the file and the heading that a URL on a page leads to, or null for another host. */
function targetOf(href: string, from: string): { readonly file: string; readonly heading: string } | null {
  if (/^(?:mailto|data):/.test(href)) return null;
  const { origin, pathname, hash } = new URL(href, `http://site/docs/${from}`);
  if (origin !== 'http://site') return null;
  const file = decodeURIComponent(pathname.replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index.html'));
  const isPage = path.extname(file) === '' || !existsSync(path.join(site, file));
  return {
    file: isPage && existsSync(path.join(site, `${file}.html`)) ? `${file}.html` : file,
    heading: decodeURIComponent(hash.slice(1)),
  };
}

it('every link of the site leads to an existing page and heading', () => {
  const headings = new Map(htmlFiles().map((file) => [file, new Set(values(read(file), 'id'))]));
  const dead = htmlFiles().flatMap((from) => {
    const html = read(from);
    return [...values(html, 'href'), ...values(html, 'src')]
      .filter((href) => {
        const target = targetOf(href, from);
        if (target === null) return false;
        if (!existsSync(path.join(site, target.file))) return true;
        return target.heading !== '' && headings.get(target.file)?.has(target.heading) === false;
      })
      .map((href) => `${from}: ${href}`);
  });
  expect(dead).toEqual([]);
});

it('every entry point of the reference of exports exists', () => {
  const { entryPoints } = JSON.parse(readFileSync(path.join(root, 'typedoc.json'), 'utf8'));
  expect(entryPoints.filter((file: string) => !existsSync(path.join(root, file)))).toEqual([]);
});

it('every page is in the sidebar', () => {
  const front = read('index.html');
  const linked = new Set(
    values(front.slice(front.indexOf('VPSidebar')), 'href').map((href) => targetOf(href, 'index.html')?.file),
  );
  const missing = pages().filter(
    ({ route }) => route !== 'index.md' && !linked.has(route.replace(/\.md$/, '.html')),
  );
  expect(missing.map(({ source }) => source)).toEqual([]);
});

it('llms.txt lists every page, and llms-full.txt contains the text of all pages', () => {
  for (const { route, title } of pages()) {
    expect(read('llms.txt')).toContain(`- [${title}](${route})`);
    expect(existsSync(path.join(site, route))).toBe(true);
  }
  expect(read('llms-full.txt')).toContain('# The ledger');
});

it('the pages load nothing from another host and run only the scripts of the build', () => {
  for (const file of htmlFiles()) {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(read(file)) ?? [];
    expect(policy, file).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
    expect(policy, file).not.toMatch(/script-src[^;]*unsafe|https?:/);
  }
});

describe.each(looked)('the page /docs/%s', (page) => {
  it.each(looks)(
    'the page is readable without a login and loads nothing from another host, %s',
    async (_look, options) => {
      const visitor = await visit(`${address}${page}`, options);
      await visitor.page.locator('main h1').waitFor();
      await visitor.expectNoSidewaysScroll();
      await visitor.expectAccessible();
    },
  );
});

it('a search for an error code lists the page with its fix before the exports with the same name', async () => {
  const { page } = await visit(address);
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  for (const [searched, first] of [
    ['amount_range', /reference\/errors/],
    ['order_not_found', /reference\/errors/],
    ['bank_invalid', /reference\/errors/],
    ['illegal_transition', /reference\/errors/],
    ['mcp', /how-to\/assistant/],
    ['error codes', /reference\/errors/],
    ['invalid_signature', /how-to\/wrong-signature|reference\/errors/],
    ['GatewayClient', /reference\/api/],
  ] as const) {
    await page.getByRole('searchbox').fill(searched);
    const hit = page.getByRole('option').first().getByRole('link');
    await expect.poll(() => hit.getAttribute('href'), { timeout: 60_000, message: searched }).toMatch(first);
  }
});

it('the search of the site finds a page by its text', async () => {
  const { page } = await visit(address);
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.getByRole('searchbox').fill('half up to a paisa');
  await page
    .getByRole('option', { name: /ledger/i })
    .first()
    .click();
  await page.waitForURL(/explanation\/ledger/);
});
