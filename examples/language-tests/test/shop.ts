/** A shop in another language: its commands, and tools for its tests. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createMockGateway } from '@inrgate/mock-gateway';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/server-process.ts';
import { atTestEnd, type End } from './test-end.ts';

/** A program with its first arguments. */
export type Command = readonly [string, ...string[]];

/**
 * Commands of a shop.
 *
 * - `sign` takes a key and `name=value` for each parameter, and prints the signature.
 * - `pay` creates a pay-in from an order number and an amount, and prints the checkout's URL. It exits with 1 if the
 *   gateway rejects the order, and with 2 if the outcome is unknown.
 * - `payout` takes an order number, an amount, and a UPI ID or the four values of a bank account. It creates a payout and
 *   prints its state. Its exit codes are those of `pay`.
 */
export type CommandName = 'sign' | 'pay' | 'payout';

/** Runs a command of a shop: its name or its script, and its arguments. */
export type Resident = (words: readonly string[], settings: Settings) => Promise<Ended>;

/** A shop in another language, described by its commands. */
export interface LanguageShop {
  readonly program: () => Command;
  /** Returns the arguments of the program that select a command. */
  readonly words: (name: CommandName) => readonly string[];
  /** Runs the commands in one process. If absent, each command starts a process. */
  readonly resident?: Resident | undefined;
  /** Returns a command that serves the callback endpoint at a port of 127.0.0.1. */
  readonly callbacks: (port: number) => Command;
  readonly ready: RegExp;
  /** Opens the shop's orders, at the path in `ORDERS`. */
  readonly books: (place: string) => Books;
  /** True if the shop's server ends stalled connections. If not, a web server in front of it must. */
  readonly endsStalled: boolean;
  /**
   * True if calls end in time even for endless response headers. If false, they end in time only for an endless body.
   */
  readonly endsHeaders: boolean;
}

/** The full form tests every case for pay-ins and for payouts. */
export type Size = 'small' | 'full';

export interface Books {
  take(mchOrderNo: string, amount: string): void;
  /** Returns the credited amount, or undefined for an uncredited order. */
  credited(mchOrderNo: string): string | undefined;
  takePayout(mchOrderNo: string, amount: string): void;
  /** Returns the final state of a payout, or undefined. */
  settled(mchOrderNo: string): string | undefined;
}

export const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

/** Starts a server that replaces the gateway until the end of the test. */
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

/** Parses a request of a shop, in either format. */
export function fieldsOf(body: string): Record<string, string> {
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

/** Environment variables of a shop. An undefined variable is not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Environment variables that all these programs use. */
function environment(settings: Settings) {
  const { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY, mchSecret: INRGATE_MCH_SECRET } = credentials;
  return { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET, ...settings };
}

const inherited = { ...process.env, LC_ALL: 'C.UTF-8' };

export interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(
  [program, ...first]: Command,
  args: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  const env = { ...inherited, ...environment(settings) };
  return new Promise((resolve) => {
    execFile(program, [...first, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() });
    });
  });
}

/** Runs a command of a shop. */
export function runCommand(
  { program, words, resident }: LanguageShop,
  name: CommandName,
  args: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  const all = [...words(name), ...args];
  return resident === undefined ? run(program(), all, settings) : resident(all, environment(settings));
}

/** Returns a shop that starts a process for each command. */
export const withProcesses = (shop: LanguageShop): LanguageShop => ({ ...shop, resident: undefined });

/** Values of a payout, and environment variables of the shop. */
type Asked = Readonly<Partial<Record<string, string>>>;

/**
 * Opens a gateway, and the shop's orders. `callbacks` starts the endpoint. `pay` and `payout` run the programs that
 * create a pay-in and a payout. `atEnd` registers what closes them, by default at the end of the test.
 */
export async function open(shop: LanguageShop, atEnd: (end: End) => void = atTestEnd) {
  const folder = await temporaryFolder('language');
  const gateway = await createMockGateway({ merchants: [{ ...credentials, ipAllowList: ['127.0.0.1'] }] });
  const { baseUrl } = await gateway.listen();
  const settings: Record<string, string> = { INRGATE_BASE_URL: baseUrl, ORDERS: path.join(folder, 'orders') };
  /** Output of the endpoint. It contains a line for each credit. */
  const told: string[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  atEnd(async () => {
    for (const end of ends) await end();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
  const payoutTo = (mchOrderNo: string, values: readonly string[], amount = '500.00', others = {}) =>
    runCommand(shop, 'payout', [mchOrderNo, amount, ...values], { ...settings, ...others });
  return {
    gateway,
    baseUrl,
    told: () => told.join('\n'),
    credited: (mchOrderNo: string) => creditsIn(told, mchOrderNo),
    books: () => shop.books(settings['ORDERS'] ?? ''),
    pay: (mchOrderNo: string, amount = '500.00', others = {}) =>
      runCommand(shop, 'pay', [mchOrderNo, amount], { ...settings, ...others }),
    payoutTo,
    payout: (mchOrderNo: string, { amount, upiId = 'asha@okhdfcbank', ...others }: Asked = {}) =>
      payoutTo(mchOrderNo, [upiId], amount, others),
    /** Starts the endpoint and returns its URL when it is ready. Rejects if it exits first. */
    async callbacks(others: Readonly<Record<string, string>> = {}) {
      const port = await freePort();
      const [program, ...args] = shop.callbacks(port);
      const callbackUrl = `http://127.0.0.1:${port}/callbacks`;
      settings['INRGATE_CALLBACK_URL'] = callbackUrl;
      await gateway.merchants.update(credentials.mchId, { callbackUrl });
      const env = { ...inherited, ...environment({ ...settings, PORT: String(port), ...others }) };
      const endpoint = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      ends.push(async () => {
        if (endpoint.pid === undefined || endpoint.exitCode !== null || endpoint.signalCode !== null) return;
        // End the whole group, because PHP's workers continue after their parent has ended.
        process.kill(-endpoint.pid);
        await once(endpoint, 'exit');
      });
      await new Promise<void>((resolve, reject) => {
        // Wait for `close`, which follows `exit` after all output.
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

/** A shop with a running endpoint. */
export type Served = Awaited<ReturnType<typeof open>> & { readonly url: string };

/**
 * Opens a shop and starts its endpoint for the tests of the suite, because many of these programs start slowly. The tests
 * use different order numbers.
 */
export function endpointOf(shop: LanguageShop): () => Served {
  let served: Served | undefined;
  const ends: End[] = [];
  beforeAll(async () => {
    const opened = await open(shop, (end) => ends.push(end));
    const url = await opened.callbacks();
    // Create an order first, because the first order creates the shop's tables.
    await opened.pay('ORDER-0');
    await opened.payout('W-0');
    served = { ...opened, url };
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    if (served === undefined) throw new Error('the endpoint does not run');
    return served;
  };
}

/** Timeout for output that follows its response, because concurrent tests cannot use `expect.poll`. */
export const patience = { timeout: 60_000 };

/** Returns the number and the sum of an order's credits in the output. */
function creditsIn(told: readonly string[], mchOrderNo: string) {
  const paise = told.flatMap((line) => {
    const [, number, rupees, rest] = /(\S+): (\d+)\.(\d\d) INR/.exec(line) ?? [];
    return number === mchOrderNo ? [Number(`${rupees}${rest}`)] : [];
  });
  const sum = paise.reduce((total, one) => total + one, 0);
  return { count: paise.length, amount: (sum / 100).toFixed(2) };
}

/**
 * Sends a callback to an endpoint and returns its response. Uses a new connection, because the endpoint can end an idle
 * connection while this function writes to it.
 */
export async function deliver(url: string, { body, contentType }: { body: string; contentType: string }) {
  const headers = { 'content-type': contentType, connection: 'close' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}
