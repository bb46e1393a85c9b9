import { defineConfig } from '@playwright/test';

/** Path of an installed browser. By default, Playwright uses its own. */
const executablePath = process.env['INRGATE_CHROMIUM'] ?? '';

export default defineConfig({
  // In this repository, npm packages of inrgate are links to their builds, which Playwright would compile again.
  build: { external: ['**/dist/**'] },
  testMatch: 'test/**/*.spec.ts',
  outputDir: 'node_modules/.cache/playwright',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: executablePath === '' ? {} : { executablePath } },
});
