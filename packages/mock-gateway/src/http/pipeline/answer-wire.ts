import type { FaultSubject, WireEndpoint } from '../../faults/fault.ts';
import { recordExchange } from '../../log/exchange-log.ts';
import { newTrace, type Trace } from '../../log/trace.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { faultAfter, faultBefore } from './faults.ts';
import type { WireGateway } from './wire-gateway.ts';

/** A request of the wire API, with the facts for the request log. */
export interface Arrived<Endpoint extends WireEndpoint = WireEndpoint> {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  readonly trace: Trace;
}

/** The v3 API, or the legacy v1 API. */
export interface WireApi<Endpoint extends WireEndpoint, Call extends Arrived<Endpoint>> {
  /** Endpoints by their path below the base URL. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Reads the method, the size and the body. Throws the refusal of a request that cannot be read. */
  read(gateway: WireGateway, arrived: Arrived<Endpoint>): Promise<Call>;
  /** Merchant and order of the request, if known, for the faults. */
  subject(gateway: WireGateway, call: Call): FaultSubject;
  /** Decides the request and writes, in one turn. Returns the data of the response, or throws a refusal. */
  decide(gateway: WireGateway, call: Call): object;
  succeed(data: object): WireResponse;
  /** Error code and response for a refusal, an unknown path or an unexpected error. */
  refuse(error: unknown, endpoint: Endpoint | null): { readonly code: string; readonly response: WireResponse };
  /** Error that an unknown path causes. */
  unknownPath(): Error;
  /** True for an error that is the client's, and false for a failure of the gateway. */
  isRefusal(error: unknown): boolean;
  /** Response with an injected status. */
  injected(status: number, error?: string): WireResponse;
}

/** A response, and its id in the request log, or null if a reset came in between. */
export interface Answered {
  readonly response: WireResponse;
  readonly id: string | null;
}

/**
 * The life of a request: it is read, the faults before it apply, it is decided and written in one turn, it is on disk,
 * and the faults after it apply. Never throws.
 */
export async function answerWire<Endpoint extends WireEndpoint, Call extends Arrived<Endpoint>>(
  gateway: WireGateway,
  api: WireApi<Endpoint, Call>,
  { request, path }: { readonly request: WireRequest; readonly path: string },
): Promise<Answered> {
  const started = performance.now();
  const trace = newTrace(gateway.log);
  const endpoint = api.endpoints.get(path) ?? null;
  trace.endpoint = endpoint;
  const refused = (error: unknown): WireResponse => {
    if (!api.isRefusal(error)) gateway.onError(error);
    const { code, response } = api.refuse(error, endpoint);
    trace.error = code;
    return response;
  };
  const respond = async (): Promise<WireResponse> => {
    if (endpoint === null) throw api.unknownPath();
    const call = await api.read(gateway, { endpoint, request, trace });
    // Only with faults: a subject can need a query.
    const subject = gateway.faults.anyFor(endpoint) ? api.subject(gateway, call) : null;
    const early = subject && (await faultBefore(gateway, api, call, subject));
    if (early) return early;
    const decision = decide(gateway, api, call);
    // Not only what this request has written: its response can tell of another write of the same turn.
    await gateway.store.onDisk();
    if (!decision.ok) return refused(decision.error);
    return subject === null ? decision.response : faultAfter(gateway, api, { call, subject }, decision.response);
  };
  const response = await respond().catch(refused);
  const id = recordExchange(gateway, { request, trace, response, durationMs: performance.now() - started });
  return { response, id };
}

function decide<Endpoint extends WireEndpoint, Call extends Arrived<Endpoint>>(
  gateway: WireGateway,
  api: WireApi<Endpoint, Call>,
  call: Call,
) {
  try {
    return { ok: true, response: api.succeed(api.decide(gateway, call)) } as const;
  } catch (error) {
    return { ok: false, error } as const;
  }
}
