import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { it } from 'vitest';
import { findChromium } from './chromium.ts';

export interface VisitOptions {
  /** Width in CSS pixels. The default window is 1280 × 800. */
  readonly width?: number;
  readonly height?: number;
  /** True for dark mode. */
  readonly dark?: boolean;
  /** False to disable the scripts of the page. */
  readonly javaScript?: boolean;
  /** Number of physical pixels per CSS pixel, by default 2. */
  readonly scale?: number;
  /** Headers to send with every request: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the test controls the time of the page. A context keeps its changed clock until it is closed. */
  readonly ownClock?: boolean;
}

/** A page without state of earlier visits. */
export interface LentPage {
  readonly page: Page;
  /** Closes the page and its windows, and deletes the data of these origins. */
  giveBack(origins: Iterable<string>): Promise<void>;
}

/** Timeout of every wait in milliseconds, because a busy machine can stand still for more than ten seconds. */
export const patience = { timeout: 60_000 } as const;

export const storesPictures = process.env['INRGATE_SCREENSHOTS'] === '1';
const usualScale = storesPictures ? 2 : 1;

/** The browser of a Vitest worker. The worker closes it after its last test file. */
export const withBrowser = it
  .extend('executable', { scope: 'worker' }, () => findChromium())
  .extend('pages', { scope: 'worker' }, async ({ executable }, { onCleanup }) => {
    const browser = await chromium.launch({ ...executable, args: launchArguments });
    onCleanup(() => browser.close());
    return new Pages(browser);
  });

const launchArguments = [
  // Resolve no names, so no request leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Render letters equally on every machine.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // A new process for each page takes a third of the browser's CPU time.
  '--renderer-process-limit=1',
];

/** The context of most visits, one at a time, so their pages run in one process. */
interface SharedContext {
  readonly context: BrowserContext;
  /** An empty page that stays open, because Chromium ends a process without pages. */
  readonly kept: Page;
  readonly session: CDPSession;
}

/** Lends pages of a browser. */
export class Pages {
  readonly #browser: Browser;
  #idle: SharedContext | undefined;
  #isShared = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens a page, in a context of its own if its options require one or if the shared context is lent. */
  async lend(options: VisitOptions): Promise<LentPage> {
    const shared = needsOwnContext(options) ? undefined : await this.#takeShared();
    if (shared === undefined) return this.#lendOwn(options);
    const page = await shared.context.newPage();
    const { width, height } = sizeOf(options);
    await page.setViewportSize({ width, height });
    if (options.dark === true) await page.emulateMedia({ colorScheme: 'dark' });
    return { page, giveBack: (origins) => this.#takeBack(shared, origins) };
  }

  async #lendOwn(options: VisitOptions): Promise<LentPage> {
    const context = await this.#newContext(options);
    return { page: await context.newPage(), giveBack: () => context.close() };
  }

  async #takeShared(): Promise<SharedContext | undefined> {
    if (!this.#isShared) {
      this.#isShared = true;
      const context = await this.#newContext({});
      const kept = await context.newPage();
      return { context, kept, session: await context.newCDPSession(kept) };
    }
    const idle = this.#idle;
    this.#idle = undefined;
    return idle;
  }

  async #takeBack(shared: SharedContext, origins: Iterable<string>): Promise<void> {
    const { context, kept, session } = shared;
    for (const page of context.pages()) if (page !== kept) await page.close();
    for (const origin of origins) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await context.clearPermissions();
    await context.setOffline(false);
    this.#idle = shared;
  }

  async #newContext(options: VisitOptions): Promise<BrowserContext> {
    const { dark = false, javaScript = true, scale = usualScale, headers = {} } = options;
    const context = await this.#browser.newContext({
      viewport: sizeOf(options),
      deviceScaleFactor: scale,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      javaScriptEnabled: javaScript,
      extraHTTPHeaders: headers,
    });
    context.setDefaultTimeout(patience.timeout);
    return context;
  }
}

function sizeOf({ width = 1280, height = 800 }: VisitOptions) {
  return { width, height };
}

/** Options that a context keeps. */
function needsOwnContext(options: VisitOptions): boolean {
  const { javaScript = true, scale = usualScale, headers, ownClock = false } = options;
  return !javaScript || scale !== usualScale || headers !== undefined || ownClock;
}
