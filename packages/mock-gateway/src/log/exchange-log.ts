import { formatIst } from '@inrgate/sdk/internal';
import type { Clock } from '../clock/clock.ts';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';
import type { EventHub } from './events.ts';
import { storedExchange } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import type { RequestLog } from './request-log.ts';
import type { Trace } from './trace.ts';

/** A request of the wire API with its response. */
export interface AnsweredExchange {
  readonly request: WireRequest;
  readonly trace: Trace;
  readonly response: WireResponse;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
}

/** What records an exchange. */
export interface ExchangeLog {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly events: EventHub;
  readonly metrics: Metrics;
}

/**
 * Counts an exchange of the wire API, logs it and publishes it as an event.
 *
 * @returns the id of its entry in the log, or null if a reset came first
 */
export function recordExchange(
  { clock, log, events, metrics }: ExchangeLog,
  { request, trace, response, durationMs }: AnsweredExchange,
): string | null {
  const { body, epoch, ...facts } = trace;
  const { status } = response;
  metrics.request({ endpoint: trace.endpoint, status, durationMs });
  if (epoch !== log.epoch) return null;
  const id = log.record({
    ...facts,
    time: formatIst(clock.now()),
    ip: request.ip,
    method: request.method,
    path: request.path,
    exchange: storedExchange(request, body, response),
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
  });
  events.publish(() => [{ type: 'request', data: log.get(id) ?? {} }]);
  return id;
}
