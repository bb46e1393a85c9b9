import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import jsqr from 'jsqr';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
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
}

/** Timeout of every wait in milliseconds, because a busy machine can stand still for more than ten seconds. */
export const patience = { timeout: 60_000 } as const;

/** Window size of a narrow phone. */
export const phone = { width: 375, height: 812 } as const satisfies VisitOptions;

const screenshots = fileURLToPath(new URL('../../../../docs/screenshots', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const storesPictures = process.env['INRGATE_SCREENSHOTS'] === '1';

/** Opens a page. */
export type Visit = (url: string, options?: VisitOptions) => Promise<Visitor>;

/**
 * One browser for the test file. Call it at the top level. The returned function opens a page:
 *
 * ```ts const visit = useBrowser(); it('…', async () => { const gateway = await listenGateway(); const visitor = await
 * visit(gateway.dashboardUrl, phone); await visitor.page.getByRole('button', { name: 'Advance' }).click(); }); ```
 *
 * Each visit has a fresh context, closed after its test. The test fails if the page wrote an error or a warning to the
 * console, threw, or violated its content security policy. A failed request and a request to another origin fail it
 * too.
 */
export function useBrowser(): Visit {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ ...(await findChromium()), args: launchArguments });
  });
  afterAll(() => browser?.close());
  return async (url, options = {}) => {
    if (browser === undefined) throw new Error('useBrowser() is called at the top level of a test file');
    const { width = 1280, height = 800, dark = false, javaScript = true, scale, headers = {} } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale ?? (storesPictures ? 2 : 1),
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      javaScriptEnabled: javaScript,
      extraHTTPHeaders: headers,
    });
    context.setDefaultTimeout(patience.timeout);
    const visitor = new Visitor(context, await context.newPage(), new URL(url).origin);
    onTestFinished(() => visitor.leave());
    await visitor.page.goto(url);
    return visitor;
  };
}

/** Resolve no names, so no request leaves the machine. Render letters equally on every machine. */
const launchArguments = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

/**
 * Runs in the page and finds content beyond the right edge of the window. It is a string, because these sources have no
 * DOM types.
 */
const findTooWide = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
  );
  return [scrollWidth + ' > ' + clientWidth, ...beyond.map((element) => element.outerHTML.slice(0, 120))];
})()`;

/** Runs in the page and records every notice. */
const keepNotices = `(() => {
  const kept = (globalThis.keptNotices = []);
  const look = () => {
    for (const notice of document.querySelectorAll('.notice')) {
      if (notice.checkVisibility({ visibilityProperty: true })) kept.push(notice.textContent);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** A visitor with one open page of the gateway. */
export class Visitor {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #origin: string;
  readonly #expected: RegExp[] = [];
  readonly #allowed = new Set<string>();
  #problems: string[] = [];

  constructor(context: BrowserContext, page: Page, origin: string) {
    this.page = page;
    this.#context = context;
    this.#origin = origin;
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        this.#note(`console ${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#note(`thrown: ${String(error.error())}`));
    context.on('requestfailed', (request) => {
      // A page that is left or closed aborts its own requests.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.#note(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('request', (request) => this.#watchOrigin(request.url()));
    page.on('websocket', (socket) => this.#note(`web socket: ${socket.url()}`));
  }

  /** Accepts a problem that the test causes on purpose. Example: a console error after a 409. */
  expectProblem(matching: RegExp): void {
    this.#expected.push(matching);
  }

  /** Serves another origin, for example the shop's origin, so the page can navigate to it. */
  async standIn(origin: string, html = '<!doctype html><title>Shop</title><h1>Shop</h1>'): Promise<void> {
    this.#allowed.add(origin);
    await this.#context.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
  }

  /** Changes the colour scheme, and waits until the page has noticed. */
  async prefer(colorScheme: 'dark' | 'light'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.settle();
  }

  /** Waits until the current state is drawn, after two frames. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
  }

  /**
   * Runs the work, and waits until the dashboard has shown this notice. The page records its notices, because a busy
   * test could miss a notice, which is visible for only five seconds.
   */
  async told<T>(notice: string | RegExp, work: () => Promise<T>): Promise<T> {
    await this.page.evaluate(keepNotices);
    const outcome = await work();
    const it: unknown =
      typeof notice === 'string' ? expect.stringContaining(notice) : expect.stringMatching(notice);
    await expect.poll(() => this.page.evaluate<string[]>('keptNotices'), patience).toContainEqual(it);
    return outcome;
  }

  /** Asserts that no problem has occurred so far. Runs after each test. */
  expectNoProblems(): void {
    expect(this.#problems, 'problems of the page').toEqual([]);
  }

  /** Asserts that the page is no wider than its window. */
  async expectNoSidewaysScroll(): Promise<void> {
    const tooWide = await this.page.evaluate(findTooWide);
    expect(tooWide, 'what makes the page scroll sideways').toEqual([]);
  }

  /**
   * Asserts that axe finds no serious or critical issue. Uses the protocol of the developer tools, so the content
   * security policy stays in effect.
   */
  async expectAccessible(): Promise<void> {
    if (await this.page.evaluate("typeof axe === 'undefined'")) await this.page.evaluate(axeSource);
    const { violations } = (await this.page.evaluate(
      "axe.run({ resultTypes: ['violations'] })",
    )) as AxeResults;
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const found = serious.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
    expect(found, 'serious findings of axe').toEqual([]);
  }

  /** Returns the content of a QR code as a camera reads it, or null. */
  async readQr(element: Locator): Promise<string | null> {
    const { data, width, height } = PNG.sync.read(await element.screenshot());
    const pixels = new Uint8ClampedArray(data);
    return jsqr.default(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  }

  /**
   * With `INRGATE_SCREENSHOTS=1`, takes a picture and stores it as `docs/screenshots/<name>.png`. With a frozen clock
   * and seeded ids (`seeded-ids.ts`), each run creates the same picture.
   */
  async screenshot(name: string, { fullPage = false } = {}): Promise<void> {
    if (!storesPictures) return;
    const picture = await this.page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' });
    await mkdir(screenshots, { recursive: true });
    await writeFile(join(screenshots, `${name}.png`), picture);
  }

  /** Ends the visit: closes the context and asserts that no problem has occurred. */
  async leave(): Promise<void> {
    // Remove the handlers first, because a response that the test replaces would fail.
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#context.close();
    this.expectNoProblems();
  }

  #watchOrigin(url: string): void {
    const { origin, protocol } = new URL(url);
    if (origin === this.#origin || protocol === 'data:' || protocol === 'blob:') return;
    if (!this.#allowed.has(origin)) this.#note(`request to another origin: ${url}`);
  }

  #note(problem: string): void {
    if (!this.#expected.some((pattern) => pattern.test(problem))) this.#problems.push(problem);
  }
}
