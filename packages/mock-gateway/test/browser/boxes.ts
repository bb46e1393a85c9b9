import type { Page } from 'playwright-core';

/** Widths from the narrowest foldable phone to a wide desktop. */
const everyWidth = [280, 320, 375, 600, 768, 864, 980, 1100, 1280, 1440, 1920, 2560];

/** Font of a page, and the widths of its window in CSS pixels. */
export interface Breadth {
  readonly font: 'its own' | 'a wide';
  readonly widths: readonly number[];
}

/** The wide font, which needs most space, on both sides of each breakpoint. */
export const broadest: Breadth = { font: 'a wide', widths: [280, 600, 768, 864, 980, 1280, 2560] };

export const everyBreadth: readonly Breadth[] = [
  { font: 'its own', widths: everyWidth },
  { font: 'a wide', widths: everyWidth },
];

/** A very wide font with the spacing of WCAG 2.2 (1.4.12). */
const wide = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { font-family: "DejaVu Sans", Verdana, sans-serif !important; letter-spacing: .12em !important; font-weight: 700 !important; }');
  document.adoptedStyleSheets = [sheet];`;

/** Applies the wide font. Does not use the markup, because the page's policy forbids inline styles. */
export async function useWideFont(page: Page): Promise<void> {
  await page.evaluate(wide);
}

/** Returns the strings of these elements that wrap, or that extend beyond their box or the window. */
export function notWhole(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`(() => {
    const wrong = [];
    for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
      if (element.getClientRects().length === 0) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      const lines = new Set(rects.map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) wrong.push(element.textContent + ': on ' + lines.size + ' lines');
      for (let box = element; box !== document.body; box = box.parentElement) {
        const { left, right } = box.getBoundingClientRect();
        const clips = getComputedStyle(box).overflowX !== 'visible' || box === element.parentElement;
        const out = rects.some((rect) => rect.right > right + 1 || rect.left < left - 1);
        if (clips && getComputedStyle(box).display !== 'inline' && out) {
          wrong.push(element.textContent + ': wider than ' + box.className);
        }
      }
      if (rects.some(({ right }) => right > innerWidth)) wrong.push(element.textContent + ': beyond the window');
    }
    return wrong;
  })()`);
}
