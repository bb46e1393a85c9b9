import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, type TestContext, test, vi } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';
import { Database } from '../src/database.ts';
import { listenerOf } from '../src/listener.ts';
import type { MakeShop } from '../src/shop.ts';

const folder = path.join(import.meta.dirname, '../src');
const names = ['right', 'wrong'].flatMap((kind) =>
  readdirSync(path.join(folder, kind)).map((file) => `${kind}/${path.parse(file).name}`),
);

test('the README lists exactly the faulty shops in the folder', () => {
  const readme = readFileSync(path.join(folder, '../README.md'), 'utf8');
  const listed = [...readme.matchAll(/^\| `([a-z-]+)\.ts` \|/gm)].map(([, name]) => `wrong/${name}`);
  expect(listed.toSorted()).toEqual(names.filter((name) => name.startsWith('wrong/')).toSorted());
});

async function openShop(name: string, { onTestFinished }: TestContext) {
  const [ThisShop]: readonly MakeShop[] = Object.values(await import(path.join(folder, `${name}.ts`)));
  if (ThisShop === undefined) throw new Error(`there is no shop in ${name}.ts`);
  const files = mkdtempSync(path.join(tmpdir(), 'inrgate-shop-'));
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  const server = createServer((...exchange) => listenerOf(shop)(...exchange)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { mchId, mchKey } = gateway.merchant;
  const database = new Database(path.join(files, 'shop.db'));
  const shop = new ThisShop(database, {
    ...{ INRGATE_BASE_URL: baseUrl, INRGATE_MCH_ID: mchId, INRGATE_MCH_KEY: mchKey },
    INRGATE_CALLBACK_URL: `${url}/callbacks`,
  });
  shop.start();
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    database.close();
    rmSync(files, { recursive: true });
  });
  return { gateway, url };
}

test.for(names.filter((name) => name.startsWith('right/')))(
  'the shop %s handles callbacks after broken requests of strangers',
  async (name, context) => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    context.onTestFinished(() => void vi.restoreAllMocks());
    const { gateway, url } = await openShop(name, context);
    const response = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount":"500.00"}' });
    const { mchOrderNo } = (await response.json()) as { mchOrderNo: string };
    await survivesStrangers(`${url}/callbacks`, { ...gateway.merchant, mchOrderNo });
    const credited = async () => (await fetch(`${url}/credited?mchOrderNo=${mchOrderNo}`)).json();
    await expect.poll(credited).toEqual({ count: 1, amount: '500.00' });
  },
);

test.for(names)('the shop %s credits an order once after one payment', async (name, context) => {
  const { gateway, url } = await openShop(name, context);
  const response = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount":"500.37"}' });
  const { mchOrderNo } = (await response.json()) as { mchOrderNo: string };
  const credited = async () => (await fetch(`${url}/credited?mchOrderNo=${mchOrderNo}`)).json();
  expect(await credited()).toEqual({ count: 0, amount: '0.00' });
  const [payin] = (await gateway.payins.list()).items;
  await gateway.payins.pay(payin?.orderNo ?? '');
  await gateway.callbacks.settle();
  if (name === 'wrong/only-the-return-page') await fetch(`${url}/return?mchOrderNo=${mchOrderNo}`);
  await expect.poll(credited).toEqual({ count: 1, amount: '500.37' });
});
