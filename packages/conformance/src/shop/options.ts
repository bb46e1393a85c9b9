import { isLoopback } from '@inrgate/sdk/internal';
import { httpUrl, invalidOption } from '../findings/report.ts';
import { checkSeed, newSeed } from './stories.ts';
import type { OpenShopGateway, ShopUrls } from './world.ts';

/** Options of `checkShop`: the shop, its start command, and the number of stories. */
export interface CheckShopOptions {
  /** The command line that starts the shop, for a shell. */
  readonly start: string;
  /** The shop's URL on this machine. */
  readonly url: string;
  /** Path of the POST that creates an order. Default `/orders`. */
  readonly orderPath?: string | undefined;
  /** Path of the callback endpoint. Default `/callbacks`. */
  readonly callbackPath?: string | undefined;
  /** Path of the return page, with the placeholder `{mchOrderNo}`. Default `/return?mchOrderNo={mchOrderNo}`. */
  readonly returnPath?: string | undefined;
  /** Path that returns the credits of an order. Default `/credited`. */
  readonly probePath?: string | undefined;
  /** Number of stories to run. Default 200. */
  readonly runs?: number | undefined;
  /** Seed of the stories. Two runs with the same seed run the same stories. The default is random. */
  readonly seed?: number | undefined;
  /**
   * Real milliseconds after which the check repeats the first callback, at the end of all stories. Default 65,000 for at
   * least 100 stories, or else no repetition.
   */
  readonly repeatAfterMs?: number | undefined;
  /** Maximum milliseconds until a started shop listens. Default 60,000. */
  readonly startMs?: number | undefined;
  /** Maximum milliseconds for a response of the shop. The default is 20,000, because the machine may be busy. */
  readonly timeoutMs?: number | undefined;
  /** Function that opens a gateway for the check. */
  readonly openGateway: OpenShopGateway;
  /** Signal that ends the check and stops the shop. */
  readonly signal?: AbortSignal | undefined;
  /** Function that the check calls after each story. */
  readonly onProgress?: ((progress: ShopProgress) => void) | undefined;
}

/** Progress of a check. */
export interface ShopProgress {
  /** Number of finished stories. */
  readonly done: number;
  /** Number of stories to run. */
  readonly total: number;
  /** `stories`, `shortening` after a failed story, or `repeating` before the last repetition. */
  readonly phase: 'stories' | 'shortening' | 'repeating';
}

/** The validated options. */
export type ShopSetup = ReturnType<typeof shopSetupOf>;

const maxRuns = 1_000_000;
/** Number of stories from which the last repetition is worth its wait. */
const manyRuns = 100;
const placeholder = '{mchOrderNo}';

/** @throws {CheckError} `invalid_option` */
export function shopSetupOf(options: CheckShopOptions) {
  const { start, runs = 200, seed = newSeed(), openGateway, onProgress = () => {} } = options;
  const { startMs = 60_000, timeoutMs = 20_000 } = options;
  const signal: AbortSignal = options.signal ?? new AbortController().signal;
  const repeatAfterMs = options.repeatAfterMs ?? (runs >= manyRuns ? 65_000 : null);
  const limits = { startMs, timeoutMs, repeatAfterMs };
  if (start.trim() === '')
    invalidOption('--start is empty. Set the command that starts your shop, for example "node shop.js"');
  if (!Number.isSafeInteger(runs) || runs < 1 || runs > maxRuns) {
    invalidOption(`--runs ${runs} is invalid: use 1 to ${maxRuns}`);
  }
  checkSeed(seed);
  const url = shopUrl(options.url);
  const urls = urlsOf(url, options);
  return { command: start, url, urls, runs, seed, ...limits, openGateway, signal, onProgress };
}

function shopUrl(text: string): URL {
  if (!URL.canParse(text) || new URL(text).protocol !== 'http:') {
    invalidOption(
      `--url ${text} is invalid: use the http URL of your shop, for example http://127.0.0.1:3000`,
    );
  }
  const url = httpUrl('--url', text);
  if (!isLoopback(url.hostname)) {
    invalidOption(
      `--url ${url.origin} is not on this machine: inrgate starts and kills the shop, so use 127.0.0.1 or localhost`,
    );
  }
  if (url.port === '') url.port = '80';
  return url;
}

function urlsOf(url: URL, options: CheckShopOptions): ShopUrls {
  const { orderPath = '/orders', callbackPath = '/callbacks', probePath = '/credited' } = options;
  const { returnPath = `/return?mchOrderNo=${placeholder}` } = options;
  if (!returnPath.includes(placeholder)) {
    invalidOption(
      `--return-path ${returnPath} has no ${placeholder}: use for example /return?mchOrderNo=${placeholder}`,
    );
  }
  return {
    order: below(url, orderPath, '--order-path'),
    callback: below(url, callbackPath, '--callback-path'),
    probe: below(url, probePath, '--probe-path'),
    returnPage: (mchOrderNo) =>
      below(url, returnPath.replaceAll(placeholder, encodeURIComponent(mchOrderNo)), '--return-path'),
  };
}

function below(url: URL, path: string, option: string): URL {
  if (!path.startsWith('/')) invalidOption(`${option} ${path} must begin with /`);
  const full = url.origin + path;
  if (!URL.canParse(full)) invalidOption(`${option} ${path} is not a path`);
  return new URL(full);
}
