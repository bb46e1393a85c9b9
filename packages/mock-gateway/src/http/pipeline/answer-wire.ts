// Folder http/pipeline: the life of a request of the wire API.
import type { WireEndpoint } from '../../faults/fault.ts';
import { newRecord, type RequestRecord, recordResponse } from '../../log/record.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { faultAfter, faultBefore } from './faults.ts';
import type { Arrived, WireApi, WireGateway } from './wire-api.ts';

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
  const record = newRecord(request, gateway.log.epoch);
  const endpoint = api.endpoints.get(path) ?? null;
  record.endpoint = endpoint;
  const refused = (error: unknown): WireResponse => {
    if (!api.isRefusal(error)) gateway.onError(error);
    const { code, response } = api.refuse(error, endpoint);
    record.error = code;
    return response;
  };
  const respond = async (): Promise<WireResponse> => {
    if (endpoint === null) throw api.unknownPath();
    const call = await api.read(gateway, { endpoint, request, record });
    // Only with faults: a subject can need a query.
    const subject = gateway.faults.anyFor(endpoint) ? api.subject(gateway, call) : null;
    const early = subject && (await faultBefore(gateway, api, call, subject));
    if (early) return early;
    const decision = decide(gateway, api, call);
    // Not only what this request has written: its response can tell of another write of the same turn.
    await gateway.store.onDisk();
    if (!decision.ok) return refused(decision.error);
    return subject === null
      ? decision.response
      : faultAfter(gateway, api, { call, subject }, decision.response);
  };
  const response = await respond().catch(refused);
  recordResponse(record, response);
  return { response, id: log(gateway, record, performance.now() - started) };
}

/**
 * Counts a request, logs it and publishes it as an event.
 *
 * @returns the id of its entry in the log, or null if a reset came first
 */
export function log(
  { clock, log, events, metrics }: Pick<WireGateway, 'clock' | 'log' | 'events' | 'metrics'>,
  record: RequestRecord,
  durationMs: number,
): string | null {
  record.time = clock.now();
  record.durationMs = Math.round(durationMs * 1000) / 1000;
  metrics.request({ endpoint: record.endpoint, status: record.status, durationMs });
  if (record.epoch !== log.epoch) return null;
  const id = log.add(record);
  events.publish(() => [{ type: 'request', data: log.get(id) ?? {} }]);
  return id;
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
