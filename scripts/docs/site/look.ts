import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { phone, type useBrowser } from '../../../packages/mock-gateway/test/browser/browser.ts';
import { root } from './pages.ts';
import { serveSite } from './serve.ts';

/** Some pages of each part of the site. They contain pictures, tables and code. */
export const looked = [
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
export const looks = [
  ['light', {}],
  ['dark', { dark: true }],
  ['on a phone', phone],
] as const;

/** Entry points of two modules of the SDK. */
const ofSdk = ['index', 'callbacks'].flatMap((name) => ['--entryPoints', `packages/sdk/src/${name}.ts`]);

/**
 * Builds the site and serves it. Returns its URL. Only the long test builds the pages of all exports. TypeDoc checks the
 * doc comments of all packages in both cases.
 */
export function builtSite(exported: 'all exports' | 'exports of the SDK'): Promise<string> {
  const isWhole = exported === 'all exports';
  if (!isWhole) built('node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn', ...ofSdk);
  built('scripts/docs/run.ts', ...(isWhole ? [] : ['--no-api']));
  return serveSite(0);
}

function built(...command: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

/** Checks that a page is readable without a login and loads nothing from another host. */
export async function expectReadable(
  visit: ReturnType<typeof useBrowser>,
  url: string,
  options: (typeof looks)[number][1],
): Promise<void> {
  const visitor = await visit(url, options);
  await visitor.page.locator('main h1').waitFor();
  await visitor.expectNoSidewaysScroll();
  await visitor.expectAccessible();
}
