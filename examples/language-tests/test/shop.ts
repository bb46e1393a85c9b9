/** A shop in another language, as its commands, and what it is tested with. */
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

/** A program, and what it is given first. */
export type Command = readonly [string, ...string[]];

/** A shop in another language, as commands. */
export interface LanguageShop {
  /** Given a key and `name=value` of each parameter it prints the signature. */
  readonly sign: () => Command;
  /** Given an order number and an amount it creates a pay-in and prints where to pay; ends with 1 refused, 2 unknown. */
  readonly pay: () => Command;
  /**
   * Given a number, an amount, and a UPI ID or the four values of a bank account, it creates a withdrawal and prints its
   * state; ends as `pay` does.
   */
  readonly payout: () => Command;
  /** Serves the callbacks at a port of 127.0.0.1. */
  readonly callbacks: (port: number) => Command;
  /** What it prints once it does. */
  readonly ready: RegExp;
  /** The shop's own orders, at the place that `ORDERS` names. */
  readonly books: (place: string) => Books;
  /** Whether its own server ends connections that stall; elsewhere that is left to the web server that runs it. */
  readonly endsStalled: boolean;
  /** Whether its calls end in time also where the headers of an answer do not; elsewhere only where the body does not. */
  readonly endsHeaders: boolean;
}

export interface Books {
  take(mchOrderNo: string, amount: string): void;
  /** The amount that was credited; undefined until then. */
  credited(mchOrderNo: string): string | undefined;
  takePayout(mchOrderNo: string, amount: string): void;
  /** How a withdrawal ended; undefined until then. */
  settled(mchOrderNo: string): string | undefined;
}

/** The shop's merchant. */
export const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

/** Something that stands in the gateway's place until the end of the test. */
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

/** What a shop has sent, in either form. */
export function fieldsOf(body: string): Record<string, string> {
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

/** The environment that all these programs are set up by. */
function environment(settings: Readonly<Record<string, string>>) {
  const { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY, mchSecret: INRGATE_MCH_SECRET } = credentials;
  const own = { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET };
  return { ...process.env, LC_ALL: 'C.UTF-8', ...own, ...settings };
}

/** Runs a command of the shop to its end. */
export function run([program, ...first]: Command, args: readonly string[], settings = {}) {
  const env = environment(settings);
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(program, [...first, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() });
    });
  });
}

/** What is asked for, and further variables of the environment. */
type Asked = Readonly<Partial<Record<string, string>>>;

/**
 * A gateway, and the shop's orders; `callbacks` starts the endpoint, `pay` and `payout` the programs that make a pay-in and a
 * withdrawal.
 */
export async function open(shop: LanguageShop) {
  const folder = await temporaryFolder('language');
  const gateway = await createMockGateway({ merchants: [{ ...credentials, ipAllowList: ['127.0.0.1'] }] });
  const { baseUrl } = await gateway.listen();
  const settings: Record<string, string> = { INRGATE_BASE_URL: baseUrl, ORDERS: path.join(folder, 'orders') };
  /** What the endpoint prints: a line for each credit, which is where a shop would hand the goods over. */
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
    /** Starts the endpoint, and answers its address once it serves; rejects when it ends before. */
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
        // With its workers: PHP's outlive their parent.
        process.kill(-endpoint.pid);
        await once(endpoint, 'exit');
      });
      await new Promise<void>((resolve, reject) => {
        // Closed, and not only ended: what it said last is read by then.
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

/** How often and with how much an order was credited, by what the endpoint printed. */
function creditsIn(told: readonly string[], mchOrderNo: string) {
  const paise = told.flatMap((line) => {
    const [, number, rupees, rest] = /(\S+): (\d+)\.(\d\d) INR/.exec(line) ?? [];
    return number === mchOrderNo ? [Number(`${rupees}${rest}`)] : [];
  });
  const sum = paise.reduce((total, one) => total + one, 0);
  return { count: paise.length, amount: (sum / 100).toFixed(2) };
}

/** What an endpoint answers to a callback. */
export async function deliver(url: string, { body, contentType }: { body: string; contentType: string }) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  return { status: response.status, text: await response.text() };
}
