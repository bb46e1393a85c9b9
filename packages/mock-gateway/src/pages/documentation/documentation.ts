import { extname } from 'node:path';
import type { WireRequest, WireResponse } from '../../wire/exchange.ts';
import type { Guard } from '../../wire/guard.ts';
import { nothingHere, reading } from '../../wire/respond.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { forbidden, refusalOfPage } from '../page-guard.ts';
import { readSiteFile, siteFolder } from './site-files.ts';

/** Each page says itself which of its scripts may run; here stands what only a header can say, and its files alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The documentation below `/docs/`, where the repository has it built. It holds nothing of the gateway. */
export class Documentation {
  readonly #folder: () => string | null;

  constructor(folder: () => string | null = siteFolder) {
    this.#folder = folder;
  }

  /** @param path below `/docs` */
  answer(request: WireRequest, path: string, guard: Guard): WireResponse {
    return reading(request, () => {
      const refusal = refusalOfPage(request, guard);
      if (refusal?.code === 'forbidden') return forbidden(refusal);
      if (path === '') return { status: 302, headers: { location: '/docs/' }, body: '' };
      return this.#file(path.slice(1)) ?? (path === '/' ? notBuilt() : nothingHere());
    });
  }

  #file(path: string): WireResponse | null {
    const folder = this.#folder();
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const body = folder === null ? null : readSiteFile(folder, name);
    if (body === null) return null;
    const headers = {
      'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      // Those in assets have a digest of their content in their name.
      'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
    };
    return { status: 200, headers, body };
  }
}

function notBuilt(): WireResponse {
  const body = html`<h1>The documentation is not built</h1>
<p>In the repository <code>npm run docs</code> builds it; its pages are in the folder <code>docs</code> as well.
With the gateway running, <a href="/openapi.json">/openapi.json</a> describes the wire API and
<a href="/_mock/openapi.json">/_mock/openapi.json</a> the control API.</p>`;
  return page(200, 'Documentation', body);
}
