import { createHash } from 'node:crypto';
import type { WireResponse } from '../http/core/exchange.ts';
import { htmlResponse } from '../http/core/respond.ts';
import { type Html, html } from './html.ts';

/** Style of every page: colours for light and dark mode, fonts, focus, and the banner that marks the mock. */
const base = `
:root { color-scheme: light dark;
  --ink: light-dark(#17222e, #e9edf2); --quiet: light-dark(#566372, #a3afbd);
  --paper: light-dark(#f3f5f4, #10161c); --card: light-dark(#ffffff, #182028); --well: light-dark(#f6f8f8, #1f2933);
  --line: light-dark(#dde3e6, #2e3a46); --edge: light-dark(#8794a1, #6b7a8a);
  --accent: light-dark(#0b5a73, #7cc8df); --accent-ink: light-dark(#ffffff, #06202a);
  --good: light-dark(#146c43, #6fd3a0); --bad: light-dark(#a8261c, #ff9c91); --warn: light-dark(#7a4b00, #f2c56b);
  --warn-well: light-dark(#fdf4e1, #2b2412); }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.mock { margin: 0; padding: .5rem 1rem; background: var(--warn-well); color: var(--warn); border-bottom: 1px solid var(--line);
  font-size: .8125rem; text-align: center; }
.mock p { margin: 0; }
h1, h2, h3, p, dl, dd { margin: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const plain = `
main { max-width: 28rem; margin: 1.5rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; }
@media (max-width: 30rem) { main { margin: 1rem; } }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; }
p + p { margin-top: .75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1.25rem; margin: 1.25rem 0 0; }
dt { color: var(--quiet); }
code { font-size: .875em; }
`;

interface Look {
  readonly style: string;
  readonly script?: string;
}

type Page = (status: number, title: string, body: Html) => WireResponse;

/**
 * Creates pages with this style. Escapes strings. The Content-Security-Policy allows no external resources, inline
 * scripts or frames.
 */
export function pagesOf({ style, script }: Look): Page {
  const styles = base + style;
  const headers = {
    'content-security-policy': contentSecurityPolicy(styles, script !== undefined),
    // `no-referrer` would remove the Origin of a submitted form, which the gateway verifies. This policy also sends
    // other sites no referrer.
    'referrer-policy': 'same-origin',
  };
  const runs = script === undefined ? '' : html`<script type="module" src="${script}"></script>\n`;
  return (status, title, body) => {
    const document = html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: styles }}</style>
${runs}</head>
<body>
<header class="mock"><p>This is a mock payment gateway: no money moves.</p></header>
<main>
${body}
</main>
</body>
</html>
`;
    return htmlResponse(status, document.markup, headers);
  };
}

/** Creates a short page of text. */
export const page: Page = pagesOf({ style: plain });

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5a73"/>' +
    '<path d="M10 9h12M10 14h12M10 9h4a5 5 0 0 1 0 10h-4l8 7" fill="none" stroke="#fff" stroke-width="2.5"/></svg>',
)}`;

function contentSecurityPolicy(style: string, scripted: boolean): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    'img-src data:',
    ...(scripted ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
