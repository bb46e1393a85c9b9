import { createHash } from 'node:crypto';
import type { WireResponse } from '../http/exchange.ts';
import { htmlResponse } from '../http/respond.ts';
import { type Html, html } from './html.ts';

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2330, #e8ebf0); --quiet: light-dark(#5b6472, #a2abb8);
  --paper: light-dark(#f4f5f7, #14181f); --card: light-dark(#fff, #1d232c); --line: light-dark(#dfe3e8, #323b47);
  --accent: light-dark(#0b5fff, #6ea8ff); --accent-ink: light-dark(#fff, #0b1220); }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.mock { max-width: 26rem; margin: 0 auto 1rem; color: var(--quiet); font-size: .875rem; }
h1 { margin: 0 0 .25rem; font-size: 1.125rem; }
.amount { font-size: 2rem; font-weight: 600; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; text-align: right; }
form { display: inline; } button, .button { font: inherit; padding: .625rem 1.25rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: inherit; text-decoration: none; }
button.pay { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } code { overflow-wrap: anywhere; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded, nothing runs, nothing may frame it; forms go to the gateway itself. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole page. */
export function page(status: number, title: string, body: Html): WireResponse {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<p class="mock">This is a mock payment gateway: no money moves.</p>
<main>
${body}
</main>
</body>
</html>
`;
  return htmlResponse(status, document.markup, {
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  });
}
