import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import jsqr from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, onTestFinished } from 'vitest';
import {
  type LentPage,
  type Pages,
  patience,
  storesPictures,
  type VisitOptions,
  withBrowser,
} from './contexts.ts';

export { patience };

/** Window size of a narrow phone. */
export const phone = { width: 375, height: 812 } as const satisfies VisitOptions;

const screenshots = fileURLToPath(new URL('../../../../docs/screenshots', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a page. */
export type Visit = (url: string, options?: VisitOptions) => Promise<Visitor>;

/**
 * Opens pages in the browser of the worker. Call it at the top level of a test file. The returned function opens a page:
 *
 * ```ts const visit = useBrowser(); it('…', async () => { const gateway = await listenGateway(); const visitor = await
 * visit(gateway.dashboardUrl, phone); await visitor.page.getByRole('button', { name: 'Advance' }).click(); }); ```
 *
 * Each visit has a new page without cookies or stored data. Its test closes the page. The test fails if the page wrote an
 * error or a warning to the console, threw, opened a window, or violated its content security policy. A failed request
 * and a request to another origin fail it too.
 */
export function useBrowser(): Visit {
  let lender: Pages | undefined;
  withBrowser.beforeAll(({ pages }) => {
    lender = pages;
  });
  return async (url, options = {}) => {
    if (lender === undefined) throw new Error('useBrowser() is called at the top level of a test file');
    const visitor = new Visitor(await lender.lend(options), new URL(url).origin);
    onTestFinished(() => visitor.leave());
    await visitor.page.goto(url);
    return visitor;
  };
}

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
  readonly #lent: LentPage;
  readonly #origin: string;
  readonly #requested = new Set<string>();
  readonly #expected: RegExp[] = [];
  readonly #allowed = new Set<string>();
  #problems: string[] = [];
  #left: Promise<void> | undefined;

  constructor(lent: LentPage, origin: string) {
    const { page } = lent;
    this.page = page;
    this.#lent = lent;
    this.#origin = origin;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        this.#note(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#note(`thrown: ${String(error)}`));
    page.on('requestfailed', (request) => {
      // A page that is left or closed aborts its own requests.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.#note(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    page.on('request', (request) => this.#watchOrigin(request.url()));
    page.on('websocket', (socket) => this.#note(`web socket: ${socket.url()}`));
    page.on('popup', (popup) => this.#note(`window: ${popup.url()}`));
  }

  /** Accepts a problem that the test causes on purpose. Example: a console error after a 409. */
  expectProblem(matching: RegExp): void {
    this.#expected.push(matching);
  }

  /** Serves another origin, for example the shop's origin, so the page can navigate to it. */
  async standIn(origin: string, html = '<!doctype html><title>Shop</title><h1>Shop</h1>'): Promise<void> {
    this.#allowed.add(origin);
    await this.page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
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

  /** Ends the visit, once: closes the page and asserts that no problem has occurred. */
  leave(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    // Remove the handlers first, because a response that the test replaces would fail.
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#lent.giveBack(this.#requested);
    this.expectNoProblems();
  }

  #watchOrigin(url: string): void {
    const { origin, protocol } = new URL(url);
    if (protocol.startsWith('http')) this.#requested.add(origin);
    if (origin === this.#origin || protocol === 'data:' || protocol === 'blob:') return;
    if (!this.#allowed.has(origin)) this.#note(`request to another origin: ${url}`);
  }

  #note(problem: string): void {
    if (!this.#expected.some((pattern) => pattern.test(problem))) this.#problems.push(problem);
  }
}
