import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMockGateway } from '@inrgate/mock-gateway';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '../src');
/** Use the source of the packages, which needs no build. */
const node = ['--conditions=@inrgate/source', '--disable-warning=ExperimentalWarning'];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('the check commands of the running shop create an order and read its credit', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-shop-'));
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  const port = await freePort();
  const env = {
    ...process.env,
    INRGATE_MCH_KEY: gateway.merchant.mchKey,
    ...{ INRGATE_BASE_URL: baseUrl, PORT: String(port), SHOP_DATABASE: path.join(folder, 'shop.db') },
  };
  const shop = spawn(process.execPath, [...node, path.join(source, 'main.ts')], { env });
  onTestFinished(async () => {
    shop.kill();
    await once(shop, 'exit');
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  expect(String((await once(shop.stdout, 'data'))[0])).toBe(`the shop is at http://127.0.0.1:${port}\n`);
  const check = async (command: string, mchOrderNo = '') => {
    const args = [...node, path.join(source, 'check.ts'), command];
    const { stdout } = await run(process.execPath, args, {
      env: { ...env, INRGATE_CHECK_ORDER: mchOrderNo },
    });
    return stdout.trim();
  };

  const mchOrderNo = await check('order');
  expect(JSON.parse(await check('credited', mchOrderNo))).toEqual({ count: 0, amount: '0.00' });
  const page = `http://127.0.0.1:${port}/orders/${mchOrderNo.split('-')[1]}`;
  const paying = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
  expect(paying.status).toBe(303);
  const [payin] = (await gateway.payins.list()).items;
  await gateway.payins.pay(payin?.orderNo ?? '');
  await gateway.callbacks.settle();
  expect(await (await fetch(page)).text()).toContain('Thank you, it is paid');
  expect(JSON.parse(await check('credited', mchOrderNo))).toEqual({ count: 1, amount: '500.00' });
});

test.each([undefined, ''])(
  'the shop with the key %j does not start, even for the demo merchant',
  async (INRGATE_MCH_KEY) => {
    const env = { ...process.env, INRGATE_MCH_KEY };
    const ended = run(process.execPath, [...node, path.join(source, 'main.ts')], { env });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: 'INRGATE_MCH_KEY is not set\n',
    });
  },
);
