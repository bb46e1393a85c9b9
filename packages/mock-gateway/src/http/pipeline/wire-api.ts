import type { FaultSubject, WireEndpoint } from '../../faults/fault.ts';
import type { FaultList } from '../../faults/fault-list.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { SignatureLock } from '../../limits/signature-lock.ts';
import type { EventHub } from '../../log/events.ts';
import type { Metrics } from '../../log/metrics.ts';
import type { RequestRecord } from '../../log/record.ts';
import type { RequestLog } from '../../log/request-log.ts';
import type { Core } from '../../operations/core.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';

/** A request of the wire API, with the facts for the request log. */
export interface Arrived<Endpoint extends WireEndpoint = WireEndpoint> {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  readonly record: RequestRecord;
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
  refuse(
    error: unknown,
    endpoint: Endpoint | null,
  ): { readonly code: string; readonly response: WireResponse };
  /** Error that an unknown path causes. */
  unknownPath(): Error;
  /** True for an error that is the client's, and false for a failure of the gateway. */
  isRefusal(error: unknown): boolean;
  /** Response with an injected status. */
  injected(status: number, error?: string): WireResponse;
}

/** What the wire API needs of the gateway. */
export interface WireGateway extends Core {
  readonly log: RequestLog;
  readonly events: EventHub;
  readonly metrics: Metrics;
  readonly faults: FaultList;
  readonly rateLimit: RateLimit;
  readonly signatureLock: SignatureLock;
  /** Receives the error behind a 500 response. */
  readonly onError: (error: unknown) => void;
  /** URL of an order's hosted checkout. */
  payUrl(payToken: string): string;
}
