import { bearerChallenge, bearsToken, type Guard } from '../http/control/guard.ts';
import type { WireRequest, WireResponse } from '../http/exchange.ts';
import { html } from './html.ts';
import { page } from './page.ts';

const addresses = [
  ['/v3', 'the merchant API, version 3'],
  ['/v1', 'the legacy API of payment links'],
  ['/openapi.json', 'both of them as an OpenAPI document'],
  ['/_mock/openapi.json', 'the control API as an OpenAPI document'],
  ['/_mock/health', 'the control API: is the gateway up'],
  ['/_mock/payins', 'the control API: pay-ins, newest first'],
  ['/_mock/callbacks', 'the control API: callbacks and their attempts'],
  ['/_mock/ledger/check', 'the control API: do the books balance'],
] as const;

/** What a browser finds at the root; for the token alone where others can reach it (contract: Control API). */
export function answerWelcome(request: WireRequest, guard: Guard): WireResponse {
  if (guard.kind === 'token' && !bearsToken(request, guard.token)) return shut();
  const body = html`<h1>The mock gateway is running</h1>
<p>Point your client’s base URL at <code>http://${request.header('host') ?? ''}/v3</code>.</p>
<dl>${addresses.map(([path, what]) => html`<dt><a href="${path}">${path}</a></dt><dd>${what}</dd>\n`)}</dl>`;
  return page(200, 'inrgate mock gateway', body);
}

function shut(): WireResponse {
  const body = html`<h1>The mock gateway is running</h1>
<p>This page and the control API need the header <code>Authorization: Bearer TOKEN</code>.</p>`;
  const answer = page(401, 'inrgate mock gateway', body);
  return { ...answer, headers: { ...answer.headers, ...bearerChallenge } };
}
