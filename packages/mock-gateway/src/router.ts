import type { Controls } from './control/controls.ts';
import { answerControl } from './http/control/control.ts';
import type { WireRequest, WireResponse } from './http/core/exchange.ts';
import type { Guard } from './http/core/guard.ts';
import { BrokenBody } from './http/core/read-body.ts';
import { jsonResponse, nothingHere } from './http/core/respond.ts';
import { answerWireDocument } from './http/document/answer.ts';
import type { PublishedDocument } from './http/openapi/published.ts';
import type { WireServices } from './http/pipeline/services.ts';
import { answerV1 } from './http/v1/v1.ts';
import { answerV3 } from './http/v3/v3.ts';
import type { AnsweredExchange } from './observability/exchange-log.ts';
import { newTrace } from './observability/trace.ts';
import { answerCheckout } from './pages/checkout/checkout.ts';
import type { Dashboard } from './pages/dashboard/dashboard.ts';
import type { Documentation } from './pages/documentation/documentation.ts';

export interface Routing {
  readonly services: () => WireServices;
  readonly controls: Controls;
  /** Advances the clock to an instant in epoch milliseconds, unless the instant is in the past. */
  readonly advanceTo: (at: number) => Promise<unknown>;
  readonly dashboard: Dashboard;
  readonly documentation: Documentation;
  readonly documents: { readonly wire: PublishedDocument; readonly control: PublishedDocument };
  readonly guard: () => Guard;
  /** Returns the origin of the gateway's URLs. */
  readonly url: () => string;
  /** Function that receives the cause of each 500 response. */
  readonly failed: (error: unknown) => void;
  /** Called for each wire API request. Resolves when the request is in the log. */
  readonly answered: (exchange: AnsweredExchange) => Promise<unknown>;
}

const wireApis = { '/v3': answerV3, '/v1': answerV1 } as const;

/** Handles a request. Never throws. Reports a failure to the operator, without details in the response. */
export async function route(request: WireRequest, routing: Routing): Promise<WireResponse> {
  try {
    return await answerOf(request, routing);
  } catch (error) {
    if (error instanceof BrokenBody)
      return jsonResponse(400, { error: 'invalid_body', message: error.message });
    routing.failed(error);
    return jsonResponse(500, { error: 'internal_error', message: 'The gateway failed.' });
  }
}

/** contract: Gateway addresses. */
async function answerOf(request: WireRequest, routing: Routing): Promise<WireResponse> {
  const { path } = request;
  const [, area = '', rest = ''] = /^(\/[^/]*)(.*)$/s.exec(path) ?? [];
  if (area === '/v3' || area === '/v1') return answerWire(request, area, { ...routing, rest });
  if (area === '/_mock') return answerControl(request, rest, routing);
  if (area === '/pay') {
    const { services, controls, advanceTo, guard } = routing;
    const { ports } = services();
    return answerCheckout(request, { ports, controls, advanceTo, guard: guard(), url: routing.url() });
  }
  if (path === '/') return routing.dashboard.answerPage(request, routing.guard());
  if (area === '/_dashboard') return routing.dashboard.answerAsset(request, rest, routing.guard());
  if (area === '/docs') return routing.documentation.answer(request, rest, routing.guard());
  if (path === '/openapi.json')
    return answerWireDocument(request, { document: routing.documents.wire, url: routing.url() });
  return nothingHere();
}

async function answerWire(
  request: WireRequest,
  area: keyof typeof wireApis,
  { services: present, answered, rest }: Routing & { readonly rest: string },
): Promise<WireResponse> {
  const started = performance.now();
  const services = present();
  const trace = newTrace(services);
  const response = await wireApis[area](request, rest, { services, trace });
  await answered({ request, trace, response, durationMs: performance.now() - started });
  return response;
}
