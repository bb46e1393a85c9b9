import { answerControl, type ControlContext } from './http/control/control.ts';
import { BrokenBody, type WireRequest, type WireResponse } from './http/core/exchange.ts';
import type { Guard } from './http/core/guard.ts';
import { jsonResponse, nothingHere } from './http/core/respond.ts';
import { answerWireDocument } from './http/document/answer.ts';
import type { PublishedDocument } from './http/openapi/published.ts';
import { type Answered, answerWire } from './http/pipeline/answer-wire.ts';
import type { WireGateway } from './http/pipeline/wire-api.ts';
import { v1Api } from './http/v1/v1.ts';
import { v3Api } from './http/v3/v3.ts';
import { answerCheckout } from './pages/checkout/checkout.ts';
import type { CheckoutGateway } from './pages/checkout/forms.ts';
import type { Dashboard } from './pages/dashboard/dashboard.ts';
import type { Documentation } from './pages/documentation/documentation.ts';

export interface Routing {
  readonly gateway: WireGateway & CheckoutGateway & ControlContext['gateway'];
  readonly dashboard: Dashboard;
  readonly documentation: Documentation;
  readonly documents: { readonly wire: PublishedDocument; readonly control: PublishedDocument };
  readonly guard: () => Guard;
}

/** Handles a request. Never throws. Reports a failure to the operator, without details in the response. */
export async function route(request: WireRequest, routing: Routing): Promise<WireResponse> {
  try {
    return await answerOf(request, routing);
  } catch (error) {
    if (error instanceof BrokenBody)
      return jsonResponse(400, { error: 'invalid_body', message: error.message });
    routing.gateway.onError(error);
    return jsonResponse(500, { error: 'internal_error', message: 'The gateway failed.' });
  }
}

/** contract: Gateway addresses. */
async function answerOf(request: WireRequest, routing: Routing): Promise<WireResponse> {
  const { gateway, guard } = routing;
  const answered = await answerWireRequest(gateway, request);
  if (answered !== null) return answered.response;
  const { path } = request;
  const [, area = '', rest = ''] = /^(\/[^/]*)(.*)$/s.exec(path) ?? [];
  if (area === '/_mock') return answerControl(request, rest, routing);
  if (area === '/pay') return answerCheckout(request, { gateway, guard: guard(), url: gateway.origin });
  if (path === '/') return routing.dashboard.answerPage(request, guard());
  if (area === '/_dashboard') return routing.dashboard.answerAsset(request, rest, guard());
  if (area === '/docs') return routing.documentation.answer(request, rest, guard());
  if (path === '/openapi.json')
    return answerWireDocument(request, { document: routing.documents.wire, url: gateway.origin });
  return nothingHere();
}

/** Responds to a request of the wire API. Returns null for a path that belongs to neither version. */
export function answerWireRequest(gateway: WireGateway, request: WireRequest): Promise<Answered> | null {
  const [, area, path = ''] = /^\/(v3|v1)(\/.*)?$/s.exec(request.path) ?? [];
  if (area === 'v3') return answerWire(gateway, v3Api, { request, path });
  if (area === 'v1') return answerWire(gateway, v1Api, { request, path });
  return null;
}
