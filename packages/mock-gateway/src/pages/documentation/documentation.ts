// Folder pages/documentation: the documentation at /docs.
import { extname, join } from 'node:path';
import type { WireRequest, WireResponse } from '../../http/core/exchange.ts';
import type { Guard } from '../../http/core/guard.ts';
import { getOnly, nothingHere } from '../../http/core/respond.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { forbidden, refusalOfPage } from '../page-guard.ts';
import { builtSite, docsFolder, pageNames, siteFile } from './site-files.ts';

/** Policy with the directives that only a header can set. The page itself lists the allowed scripts. */
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

/**
 * Serves the documentation below `/docs/`. Serves the built site of the repository if it exists, or else the Markdown
 * pages. Neither contains data of the gateway.
 */
export class Documentation {
  readonly #folder: () => string | null;

  /** @param folder the folder with the Markdown pages, which contains the site */
  constructor(folder: () => string | null = docsFolder) {
    this.#folder = folder;
  }

  /** @param path below `/docs` */
  answer(request: WireRequest, path: string, guard: Guard): WireResponse {
    return getOnly(request, () => {
      const refusal = refusalOfPage(request, guard);
      if (refusal?.code === 'forbidden') return forbidden(refusal);
      if (path === '') return { status: 302, headers: { location: '/docs/' }, body: '' };
      return this.#file(request, path.slice(1)) ?? (path === '/' ? notBuilt(this.#pages()) : nothingHere());
    });
  }

  #file(request: WireRequest, path: string): WireResponse | null {
    const folder = this.#folder();
    if (folder === null) return null;
    const asked = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const isPage = siteFile(join(folder, builtSite), `${asked}.html`) !== null;
    const name = isPage ? `${asked}.html` : asked;
    const source = this.#pages().includes(name) ? siteFile(folder, name) : null;
    const file = siteFile(join(folder, builtSite), name) ?? source;
    if (file === null) return null;
    const headers = {
      // Browsers show plain text, but may download Markdown.
      'content-type':
        file === source
          ? 'text/plain; charset=utf-8'
          : (contentTypes[extname(name)] ?? 'application/octet-stream'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      // The name of an asset contains a digest of its content. A browser revalidates all other files.
      'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'accept-ranges': 'none',
      etag: file.etag,
    };
    const isKnown = isAmong(request.header('if-none-match'), file.etag);
    return isKnown ? { status: 304, headers, body: '' } : { status: 200, headers, body: file.read() };
  }

  #pages(): readonly string[] {
    const folder = this.#folder();
    return folder === null ? [] : pageNames(folder);
  }
}

/** Compares etags weakly (RFC 9110, 13.1.2). */
function isAmong(known: string | null, etag: string): boolean {
  const tags = (known ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

/** @param pages names of the readable Markdown pages */
function notBuilt(pages: readonly string[]): WireResponse {
  const links = pages.map((name) => html`<li><a href="/docs/${name}">${name}</a></li>`);
  const list = html`<p>These are the pages as Markdown. Run <code>npm run docs</code> in the repository to build the site.</p>
<ul>${links}</ul>`;
  const none = html`<p>Only the repository contains the documentation. Run <code>npm run docs</code> in the repository. Each package has a README.</p>`;
  const body = html`<h1>Documentation</h1>
${pages.length > 0 ? list : none}
<p><a href="/openapi.json">/openapi.json</a> describes the wire API, and
<a href="/_mock/openapi.json">/_mock/openapi.json</a> the control API.</p>`;
  return page(200, 'Documentation', body);
}
