import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from './chromium.ts';

const elsewhere = { platform: 'linux', arch: 'arm64' } as const;

function folderWith(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-chromium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), '');
  chmodSync(join(folder, name), 0o755);
  return folder;
}

describe('browser of the tests', () => {
  it('the tests use an installed browser if npm has no Chromium', async () => {
    const folder = folderWith('chromium');
    const { executablePath } = await findChromium({ ...elsewhere, env: { PATH: `/nowhere:${folder}` } });
    expect(executablePath).toBe(join(folder, 'chromium'));
  });

  it('the tests prefer the browser that INRGATE_CHROMIUM names', async () => {
    const named = join(folderWith('my-chrome'), 'my-chrome');
    const { executablePath } = await findChromium({
      platform: 'linux',
      arch: 'x64',
      env: { INRGATE_CHROMIUM: named },
    });
    expect(executablePath).toBe(named);
  });

  it('the error for a missing browser names the package to install', async () => {
    await expect(findChromium({ ...elsewhere, env: { PATH: '/nowhere' } })).rejects.toThrow(
      /need Google Chrome, Chromium or Microsoft Edge: install one, or let INRGATE_CHROMIUM name/,
    );
    await expect(
      findChromium({ ...elsewhere, env: { INRGATE_CHROMIUM: '/nowhere/chrome' } }),
    ).rejects.toThrow(/INRGATE_CHROMIUM must name the executable/);
  });
});
