import { type Html, html } from '../html.ts';

/** Widths of a digit and a separator in em, in a wide bold font with wide spacing (WCAG 2.2, 1.4.12: .12em). */
const digit = 0.84;
const between = 0.6;
/** Maximum width in em for which a class exists. The longest valid amounts are 17 em (INR) and 20 em (USDT). */
const widest = 24;

function widthOf(text: string): number {
  const narrow = text.replace(/[^.,]/g, '').length;
  const width = Math.ceil((text.length - narrow) * digit + narrow * between);
  return Math.min(width, widest);
}

/** An amount of money on one line. A longer amount uses a smaller font, so it fits its box. */
export function figure(text: string): Html {
  return html`<span class="figure w${String(widthOf(text))}">${text}</span>`;
}

const widths = Array.from({ length: widest }, (_, index) => `.w${index + 1} { --width: ${index + 1}; }`);

/**
 * Styles of the classes. Classes set the width, because the Content-Security-Policy allows no style attributes.
 * `--beside` is the width of other words on the line.
 */
export const figureStyle = `
.card, .exact, .drawer .moves { container-type: inline-size; }
.figure { white-space: nowrap; font-size: min(1em, calc((100cqi - var(--beside, 0rem)) / var(--width))); }
${widths.join(' ')}
`;
