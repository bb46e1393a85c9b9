import type { WireRequest } from './http/core/exchange.ts';
import { type Answered, answerWire } from './http/pipeline/answer-wire.ts';
import type { WireGateway } from './http/pipeline/wire-gateway.ts';
import { v1Api } from './http/v1/v1.ts';
import { v3Api } from './http/v3/v3.ts';

/** Responds to a request of the wire API. Returns null for a path that belongs to neither version. */
export function answerWireRequest(gateway: WireGateway, request: WireRequest): Promise<Answered> | null {
  const [, area, path = ''] = /^\/(v3|v1)(\/.*)?$/s.exec(request.path) ?? [];
  if (area === 'v3') return answerWire(gateway, v3Api, { request, path });
  if (area === 'v1') return answerWire(gateway, v1Api, { request, path });
  return null;
}
