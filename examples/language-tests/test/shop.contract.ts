import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createMockGateway } from '@inrgate/mock-gateway';
import { checkWebhook } from '@inrgate/mock-gateway/checks';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Language, needRuntime } from '../../../test/runtimes.ts';
import { temporaryFolder } from '../../../test/server-process.ts';

/** A program, and what it is given first. */
type Command = readonly [string, ...string[]];

/** A shop in another language, as commands. */
export interface LanguageShop {
  /** Given a key and `name=value` of each parameter it prints the signature. */
  readonly sign: () => Command;
  /** Given an order number and an amount it creates a pay-in and prints where to pay; ends with 1 refused, 2 unknown. */
  readonly pay: () => Command;
  /** Serves the callbacks at a port of 127.0.0.1. */
  readonly callbacks: (port: number) => Command;
  /** What it prints once it does. */
  readonly ready: RegExp;
  /** The shop's own orders, at the place that `ORDERS` names. */
  readonly books: (place: string) => Books;
}

export interface Books {
  take(mchOrderNo: string, amount: string): void;
  /** The amount that was credited; undefined until then. */
  credited(mchOrderNo: string): string | undefined;
}

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, '../../../packages/sdk/src/protocol/signatures.vectors.json'),
    'utf8',
  ),
).vectors;

interface Vector {
  readonly name: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly key: string;
  readonly sign: string;
}

const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Something in front of the gateway whose every answer ends in the middle of its body. */
async function breakingOff(status: number) {
  const server = createHttpServer((_request, response) => {
    response.writeHead(status, { 'content-length': 100 }).write('{"success":');
    setImmediate(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v3` };
}

/** The environment that all these programs are set up by. */
function environment(settings: Readonly<Record<string, string>>) {
  const { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY } = credentials;
  return { ...process.env, LC_ALL: 'C.UTF-8', INRGATE_MCH_ID, INRGATE_MCH_KEY, ...settings };
}

function run([program, ...first]: Command, args: readonly string[], settings = {}) {
  const env = environment(settings);
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(program, [...first, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() });
    });
  });
}

/** A gateway, and the shop's orders; `callbacks` starts the endpoint, and `pay` the program that makes a pay-in. */
async function open(shop: LanguageShop) {
  const folder = await temporaryFolder('language');
  const gateway = await createMockGateway({ merchants: [credentials] });
  const { baseUrl } = await gateway.listen();
  const settings: Record<string, string> = { INRGATE_BASE_URL: baseUrl, ORDERS: path.join(folder, 'orders') };
  const ends: (() => Promise<unknown>)[] = [];
  /** What the endpoint prints: a line for each credit, which is where a shop would hand the goods over. */
  const told: string[] = [];
  onTestFinished(async () => {
    for (const end of ends) await end();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    gateway,
    /** How often and with how much an order was credited. */
    credited(mchOrderNo: string) {
      const paise = told.flatMap((line) => {
        const [, number, rupees, rest] = /(\S+): (\d+)\.(\d\d) INR/.exec(line) ?? [];
        return number === mchOrderNo ? [Number(`${rupees}${rest}`)] : [];
      });
      const sum = paise.reduce((total, one) => total + one, 0);
      return { count: paise.length, amount: (sum / 100).toFixed(2) };
    },
    books: () => shop.books(settings['ORDERS'] ?? ''),
    pay: (mchOrderNo: string, amount = '500.00', others = {}) =>
      run(shop.pay(), [mchOrderNo, amount], { ...settings, ...others }),
    async callbacks() {
      const port = await freePort();
      const [program, ...args] = shop.callbacks(port);
      settings['NOTIFY_URL'] = `http://127.0.0.1:${port}/callbacks`;
      const env = environment({ ...settings, PORT: String(port) });
      const endpoint = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      ends.push(async () => {
        endpoint.kill();
        if (endpoint.exitCode === null) await once(endpoint, 'exit');
      });
      await new Promise<void>((resolve, reject) => {
        endpoint.once('exit', (code) => reject(new Error(`the endpoint ended with ${code}`)));
        endpoint.once('error', reject);
        for (const input of [endpoint.stdout, endpoint.stderr]) {
          createInterface({ input }).on('line', (line) => {
            if (shop.ready.test(line)) resolve();
            told.push(line);
          });
        }
      });
      return settings['NOTIFY_URL'];
    },
  };
}

/** What every shop of these examples has to hold, whatever it is written in. */
export function languageShopContract(language: Language, shop: LanguageShop): void {
  beforeAll(() => needRuntime(language));

  test('signs what the published vectors sign, as they do', async () => {
    const signed = await Promise.all(
      vectors.map(async ({ name, params, key }) => {
        // What is null has no place in a command; the empty text has.
        const given = Object.entries(params).flatMap(([name, value]) =>
          value === null ? [] : [`${name}=${value}`],
        );
        return { name, ...(await run(shop.sign(), [key, ...given])) };
      }),
    );
    const expected = vectors.map(({ name, sign }) => ({ name, code: 0, stdout: sign, stderr: '' }));
    expect(signed).toEqual(expected);
  });

  test('a pay-in is made, paid, told of and credited', async () => {
    const { gateway, pay, callbacks, books } = await open(shop);
    await callbacks();
    const { stdout, ...rest } = await pay('ORDER-1');
    expect(rest).toEqual({ code: 0, stderr: '' });
    const [payin] = (await gateway.payins.list()).items;
    expect(payin).toMatchObject({ mchOrderNo: 'ORDER-1', amount: '500.00', payUrl: stdout });
    expect(books().credited('ORDER-1')).toBeUndefined();
    await gateway.payins.pay(payin?.orderNo ?? '');
    await gateway.callbacks.settle();
    expect(books().credited('ORDER-1')).toBe('500.00');
  });

  test('the endpoint checker finds nothing wrong with the callbacks, and sees every case of a pay-in', async () => {
    const { callbacks, books, pay, credited } = await open(shop);
    const url = await callbacks();
    // A shop makes its tables with its first order.
    await pay('ORDER-1');
    const kept = books();
    const { checks } = await checkWebhook(url, {
      ...credentials,
      kinds: ['payin'],
      makeOrder: ({ mchOrderNo, amount }) => {
        kept.take(mchOrderNo, amount);
        return mchOrderNo;
      },
      probe: credited,
    });
    // How long an answer takes is the machine's affair, which may have much else to do.
    const found = checks.filter(({ id, status }) => status !== 'pass' && id !== 'answer-time');
    expect(found.map(({ id, message }) => ({ id, message }))).toEqual([]);
  });

  describe('a call', () => {
    test('is repeated under the same number after a 503, and makes one order', async () => {
      const { gateway, pay } = await open(shop);
      await gateway.faults.add({
        endpoint: 'payin',
        phase: 'before',
        times: 1,
        action: { kind: 'status', status: 503 },
      });
      await gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
      expect(await pay('ORDER-2')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('http'),
        stderr: '',
      });
      expect((await gateway.payins.list()).items).toHaveLength(1);
    });

    test('waits as long as Retry-After says', async () => {
      const { gateway, pay } = await open(shop);
      const limited = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 2 } as const;
      await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 1, action: limited });
      const began = performance.now();
      expect(await pay('ORDER-3')).toMatchObject({ code: 0, stderr: '' });
      expect(performance.now() - began).toBeGreaterThan(2_000);
    });

    test('whose every answer is lost looks the order up', async () => {
      const { gateway, pay } = await open(shop);
      await gateway.faults.add({ endpoint: 'payin', phase: 'after', action: { kind: 'drop' } });
      const { stdout, ...rest } = await pay('ORDER-4');
      expect(rest).toEqual({ code: 0, stderr: '' });
      expect((await gateway.payins.list()).items).toMatchObject([{ mchOrderNo: 'ORDER-4', payUrl: stdout }]);
    });

    test('that is refused after an answer was lost looks the order up: it may have been made', async () => {
      const { gateway, pay } = await open(shop);
      await gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
      const refused = { kind: 'status', status: 403, error: 'ip_not_allowed' } as const;
      await gateway.faults.add({ endpoint: 'payin', phase: 'after', action: refused });
      const { stdout, ...rest } = await pay('ORDER-7');
      expect(rest).toEqual({ code: 0, stderr: '' });
      expect((await gateway.payins.list()).items).toMatchObject([{ mchOrderNo: 'ORDER-7', payUrl: stdout }]);
    });

    test('of which nothing is known says so, and to use the same number again', async () => {
      const { gateway, pay } = await open(shop);
      await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'garbage' } });
      const { code, stdout, stderr } = await pay('ORDER-5');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^unknown: .*ORDER-5/);
      await gateway.faults.clear();
      expect(await pay('ORDER-5')).toMatchObject({ code: 0 });
    });

    test.each([503, 403])('whose answers, of status %d, break off is unknown', async (status) => {
      const { pay } = await open(shop);
      const { baseUrl } = await breakingOff(status);
      const { code, stderr } = await pay('ORDER-8', '500.00', { INRGATE_BASE_URL: baseUrl });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^unknown: .*ORDER-8$/) });
    });

    test('that is refused says why, at once, and no key is in it', async () => {
      const { pay } = await open(shop);
      expect(await pay('ORDER-6', '100.00')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'refused: amount_range',
      });
      expect(await pay('not a number')).toMatchObject({ code: 1, stderr: 'refused: invalid_mch_order_no' });
    });
  });
}
