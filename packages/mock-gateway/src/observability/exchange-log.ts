import { formatIst } from '@inrgate/sdk/internal';
import type { Clock } from '../clock/clock.ts';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';
import type { Events } from './events.ts';
import { keepExchange } from './kept-exchange.ts';
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

export interface ExchangeLogOptions {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly events: Events;
  readonly metrics: Metrics;
  /** Function that receives the error if the log could not store an entry. */
  readonly failed: (error: unknown) => void;
}

/** Logs exchanges of the wire API. */
export function exchangeLog({ clock, log, events, metrics, failed }: ExchangeLogOptions) {
  async function record({ request, trace, response, durationMs }: AnsweredExchange): Promise<string> {
    const { body, isPresent: _, ...noted } = trace;
    const { id, shown } = await log.record({
      time: formatIst(clock.now()),
      ip: request.ip,
      method: request.method,
      path: request.path,
      ...noted,
      exchange: keepExchange(request, body, response),
      status: response.status,
      durationMs: Math.round(durationMs * 1000) / 1000,
    });
    events.publish(() => [{ type: 'request', data: shown() }]);
    return id;
  }
  /** @param waits true to wait for the ID of the entry, which is null if the entry is not stored */
  return async (exchange: AnsweredExchange, waits = false): Promise<string | null> => {
    const { trace, response, durationMs } = exchange;
    metrics.request({ endpoint: trace.endpoint, status: response.status, durationMs });
    if (!exchange.trace.isPresent()) return null;
    const recorded = record(exchange).catch((error: unknown) => {
      failed(error);
      return null;
    });
    return waits ? recorded : null;
  };
}
