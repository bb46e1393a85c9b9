import type { WireRequest, WireResponse } from '../../http/core/exchange.ts';
import type { Guard } from '../../http/core/guard.ts';
import { getOnly, nothingHere } from '../../http/core/respond.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { forbidden, refusalOfPage } from '../page-guard.ts';
import { type BuiltDashboard, type BuiltFile, readDashboard } from './built-files.ts';

/** Policy that allows only resources of this origin, without inline scripts, inline styles and frames. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the dashboard at `/`, with scripts and styles below `/_dashboard/assets/`. The files contain no data of the
 * gateway, because the control API supplies it.
 *
 * If external clients can reach the gateway, a request without the token returns 401 with a form for the token
 * (contract: Control API).
 */
export class Dashboard {
  readonly #read: () => BuiltDashboard | null;
  #built: BuiltDashboard | null | undefined;

  constructor(read: () => BuiltDashboard | null = readDashboard) {
    this.#read = read;
  }

  answerPage(request: WireRequest, guard: Guard): WireResponse {
    return getOnly(request, () => {
      const refusal = refusalOfPage(request, guard);
      if (refusal?.code === 'forbidden') return forbidden(refusal);
      const built = this.#files();
      const answer = built === null ? withoutFiles() : fileResponse(built.page, pageHeaders);
      if (refusal === null) return answer;
      return { ...answer, status: refusal.status, headers: { ...answer.headers, ...refusal.headers } };
    });
  }

  /** @param path below `/_dashboard` */
  answerAsset(request: WireRequest, path: string, guard: Guard): WireResponse {
    const name = /^\/assets\/([^/]+)$/.exec(path)?.[1];
    const file = name === undefined ? undefined : this.#files()?.assets.get(name);
    if (file === undefined) return nothingHere();
    return getOnly(request, () => {
      const refusal = refusalOfPage(request, guard);
      // The page that asks for the token needs these files.
      if (refusal?.code === 'forbidden') return forbidden(refusal);
      return fileResponse(file, { 'cache-control': 'public, max-age=31536000, immutable' });
    });
  }

  /** Reads the files at the first request, because most test gateways serve no dashboard. */
  #files(): BuiltDashboard | null {
    this.#built ??= this.#read();
    return this.#built;
  }
}

const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
};

function fileResponse({ contentType, body }: BuiltFile, headers: WireResponse['headers']): WireResponse {
  return {
    status: 200,
    headers: { 'x-content-type-options': 'nosniff', 'content-type': contentType, ...headers },
    body,
  };
}

/** Page of a program that bundles the gateway without the dashboard's files. */
function withoutFiles(): WireResponse {
  const body = html`<h1>The mock gateway is running</h1>
<p>The files of the dashboard are missing. Run <code>npm run setup</code> to build them, or install
<code>@inrgate/mock-gateway</code>, which contains them.</p>`;
  return page(200, 'inrgate mock gateway', body);
}
