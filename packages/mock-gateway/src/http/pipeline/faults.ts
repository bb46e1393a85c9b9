import { setTimeout } from 'node:timers/promises';
import { type FaultSubject, requestFaultOf, type WireAction } from '../../faults/fault.ts';
import type { WireResponse } from '../core/exchange.ts';
import { htmlResponse } from '../core/respond.ts';
import type { Arrived, WireApi, WireGateway } from './wire-api.ts';

/** The part of an API that injected failures need. */
type Injecting = Pick<WireApi<never, never>, 'injected'>;

/**
 * Applies a fault before the request has any effect (contract: A fault). Returns the injected response, or null if the
 * request goes on, possibly after a delay.
 */
export async function faultBefore(
  { faults }: WireGateway,
  api: Injecting,
  { endpoint, request, record }: Arrived,
  subject: FaultSubject,
): Promise<WireResponse | null> {
  const action = faults.matchWire(endpoint, 'before', subject);
  if (action === null) return null;
  record.fault = requestFaultOf(action, 'before');
  if (action.kind !== 'delay') return faultyResponse(action, api, api.injected(500));
  await delay(action.ms, request.signal);
  return null;
}

interface Struck {
  readonly call: Arrived;
  readonly subject: FaultSubject;
}

/**
 * Applies a fault after the commit, which affects only the response. It never affects a rejection, because a rejection
 * commits nothing.
 */
export async function faultAfter(
  { faults }: WireGateway,
  api: Injecting,
  { call: { endpoint, request, record }, subject }: Struck,
  response: WireResponse,
): Promise<WireResponse> {
  const action = faults.matchWire(endpoint, 'after', subject);
  if (action === null) return response;
  record.fault = requestFaultOf(action, 'after');
  if (action.kind !== 'delay') return faultyResponse(action, api, response);
  await delay(action.ms, request.signal);
  return response;
}

/** Waits in real milliseconds, because a delay tests the client's timeout. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function faultyResponse(
  action: Exclude<WireAction, { kind: 'delay' }>,
  api: Injecting,
  response: WireResponse,
): WireResponse {
  switch (action.kind) {
    case 'status':
      return withRetryAfter(api.injected(action.status, action.error), action.retryAfter);
    case 'garbage':
      return htmlResponse(502, proxyPage, {});
    default:
      return { ...response, transportFault: action.kind };
  }
}

function withRetryAfter(response: WireResponse, seconds: number | undefined): WireResponse {
  if (seconds === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
}

/** Error page of a proxy that cannot reach the gateway. */
const proxyPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;
