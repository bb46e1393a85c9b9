/** A shop in another language, with its commands and test tools. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createMockGateway } from '@inrgate/mock-gateway';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/server-process.ts';
import { atTestEnd } from './test-end.ts';

/** A program and its first arguments. */
export type Command = readonly [string, ...string[]];

/** A shop in another language, as commands. */
export interface LanguageShop {
  /** Takes a key and `name=value` of each parameter, and prints the signature. */
  readonly sign: () => Command;
  /**
   * Creates a pay-in from an order number and an amount. Prints the checkout's URL. Exits with 1 for rejected, 2 for
   * unknown.
   */
  readonly pay: () => Command;
  /**
   * Takes an order number, an amount, and a UPI ID or the four values of a bank account. Creates a payout and prints
   * its state. Exits like `pay`.
   */
  readonly payout: () => Command;
  /** Serves the callbacks at a port of 127.0.0.1. */
  readonly callbacks: (port: number) => Command;
  readonly ready: RegExp;
  /** The shop's orders, at the path in `ORDERS`. */
  readonly books: (place: string) => Books;
  /** True if the shop's server ends stalled connections. If not, a web server must. */
  readonly endsStalled: boolean;
  /** True if calls end in time even for endless response headers. If false, only for an endless body. */
  readonly endsHeaders: boolean;
}

export interface Books {
  take(mchOrderNo: string, amount: string): void;
  /** The credited amount, if any. */
  credited(mchOrderNo: string): string | undefined;
  takePayout(mchOrderNo: string, amount: string): void;
  /** The final state of a payout, if any. */
  settled(mchOrderNo: string): string | undefined;
}

export const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

/** A server in place of the gateway until the end of the test. */
export async function insteadOfGateway(answer: RequestListener) {
  const server = createHttpServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTestEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v3` };
}

/** A request of a shop, in either format. */
export function fieldsOf(body: string): Record<string, string> {
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

/** Environment variables of all these programs. */
function environment(settings: Readonly<Record<string, string>>) {
  const { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY, mchSecret: INRGATE_MCH_SECRET } = credentials;
  const own = { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET };
  return { ...process.env, LC_ALL: 'C.UTF-8', ...own, ...settings };
}

export function run([program, ...first]: Command, args: readonly string[], settings = {}) {
  const env = environment(settings);
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(program, [...first, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() });
    });
  });
}

/** Requested parts, and further environment variables. */
type Asked = Readonly<Partial<Record<string, string>>>;

/**
 * A gateway, and the shop's orders. `callbacks` starts the endpoint. `pay` and `payout` run the programs that create a
 * pay-in and a payout.
 */
export async function open(shop: LanguageShop) {
  const folder = await temporaryFolder('language');
  const gateway = await createMockGateway({ merchants: [{ ...credentials, ipAllowList: ['127.0.0.1'] }] });
  const { baseUrl } = await gateway.listen();
  const settings: Record<string, string> = { INRGATE_BASE_URL: baseUrl, ORDERS: path.join(folder, 'orders') };
  /** Output of the endpoint, with a line for each credit. */
  const told: string[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  atTestEnd(async () => {
    for (const end of ends) await end();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
  const payoutTo = (mchOrderNo: string, values: readonly string[], amount = '500.00', others = {}) =>
    run(shop.payout(), [mchOrderNo, amount, ...values], { ...settings, ...others });
  return {
    gateway,
    baseUrl,
    told: () => told.join('\n'),
    credited: (mchOrderNo: string) => creditsIn(told, mchOrderNo),
    books: () => shop.books(settings['ORDERS'] ?? ''),
    pay: (mchOrderNo: string, amount = '500.00', others = {}) =>
      run(shop.pay(), [mchOrderNo, amount], { ...settings, ...others }),
    payoutTo,
    payout: (mchOrderNo: string, { amount, upiId = 'asha@okhdfcbank', ...others }: Asked = {}) =>
      payoutTo(mchOrderNo, [upiId], amount, others),
    /** Starts the endpoint and returns its URL when it is ready. Rejects if it exits first. */
    async callbacks(others: Readonly<Record<string, string>> = {}) {
      const port = await freePort();
      const [program, ...args] = shop.callbacks(port);
      const callbackUrl = `http://127.0.0.1:${port}/callbacks`;
      settings['NOTIFY_URL'] = callbackUrl;
      await gateway.merchants.update(credentials.mchId, { callbackUrl });
      const env = environment({ ...settings, PORT: String(port), ...others });
      const endpoint = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      ends.push(async () => {
        if (endpoint.pid === undefined || endpoint.exitCode !== null || endpoint.signalCode !== null) return;
        // The whole group, because PHP's workers outlive their parent.
        process.kill(-endpoint.pid);
        await once(endpoint, 'exit');
      });
      await new Promise<void>((resolve, reject) => {
        // `close` follows `exit` after all output.
        endpoint.once('close', (code) => reject(new Error(`the endpoint ended with ${code}`)));
        endpoint.once('error', reject);
        for (const input of [endpoint.stdout, endpoint.stderr]) {
          createInterface({ input }).on('line', (line) => {
            if (shop.ready.test(line)) resolve();
            told.push(line);
          });
        }
      });
      return callbackUrl;
    },
  };
}

/** Timeout for output after its response, because concurrent tests cannot use `expect.poll`. */
export const patience = { timeout: 60_000 };

/** Number and sum of an order's credits in the output. */
function creditsIn(told: readonly string[], mchOrderNo: string) {
  const paise = told.flatMap((line) => {
    const [, number, rupees, rest] = /(\S+): (\d+)\.(\d\d) INR/.exec(line) ?? [];
    return number === mchOrderNo ? [Number(`${rupees}${rest}`)] : [];
  });
  const sum = paise.reduce((total, one) => total + one, 0);
  return { count: paise.length, amount: (sum / 100).toFixed(2) };
}

/** Response of an endpoint to a callback. */
export async function deliver(url: string, { body, contentType }: { body: string; contentType: string }) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  return { status: response.status, text: await response.text() };
}
