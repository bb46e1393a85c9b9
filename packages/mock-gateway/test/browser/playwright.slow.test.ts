import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../../../test/server-process.ts';
import { findChromium } from './chromium.ts';

const shop = join(import.meta.dirname, '../../../../examples/express-shop');
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

it('the Playwright fixtures give each test a merchant, the clock and a checkout page', async () => {
  const { executablePath, env } = await findChromium();
  const { stdout } = await runProgram(
    process.execPath,
    [playwright, 'test', '--workers=1', '--reporter=line'],
    {
      cwd: shop,
      env: { ...env, INRGATE_CHROMIUM: executablePath },
    },
  );
  expect(stdout).toMatch(/\n\s+2 passed/);
});
