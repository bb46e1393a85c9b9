import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CheckShopOptions, checkShop, type ShopReport } from '@inrgate/conformance';
import { freePort } from '../../../test/free-port.ts';
import { openShopGateway } from '../src/commands/check/shop-gateway.ts';

const folder = path.join(import.meta.dirname, '../../../examples/shop-mistakes');
const node = `"${process.execPath}" --disable-warning=ExperimentalWarning`;
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

/** Reads the faulty shops and the loss of each from the table in their README. */
export const mistakes: readonly (readonly [name: string, loss: string])[] = [
  ...readme.matchAll(/^\| `([a-z-]+)\.ts` \|.*\| `([a-z_]+)` \|$/gm),
].map(([, name = '', loss = '']) => [name, loss]);

/** Commands that start the correct shops. */
export const rightShops = {
  plain: `${node} ${folder}/src/main.ts right/plain`,
  queue: `${node} ${folder}/src/main.ts right/queue`,
  sdk: `${node} --conditions=@inrgate/source ${folder}/src/main.ts right/sdk`,
  php: `PHP_CLI_SERVER_WORKERS=4 exec php -S 127.0.0.1:$PORT ${folder}/php/shop.php`,
  python: `exec python3 ${folder}/python/shop.py`,
} as const;

/** Returns the command that starts a faulty shop. */
export function wrongShop(name: string): string {
  return `${node} ${folder}/src/main.ts wrong/${name}`;
}

/** Checks a shop that has its own port and an empty database. */
export async function checked(
  start: string,
  options: Partial<CheckShopOptions>,
): Promise<ShopReport & { readonly seconds: number }> {
  const files = mkdtempSync(path.join(tmpdir(), 'inrgate-shop-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const began = performance.now();
  try {
    const command = `SHOP_DATABASE="${files}/shop.db"; export SHOP_DATABASE; ${start}`;
    const report = await checkShop({ start: command, url, openGateway: openShopGateway, ...options });
    return { ...report, seconds: (performance.now() - began) / 1_000 };
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}
