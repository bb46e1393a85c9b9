import { expect, it } from 'vitest';
import { EventHub } from './events.ts';
import { recordExchange } from './exchange-log.ts';
import { Metrics } from './metrics.ts';
import { RequestLog } from './request-log.ts';
import { newTrace } from './trace.ts';

it('a request that began before a reset is counted, but neither logged nor published', () => {
  const log = new RequestLog();
  const events = new EventHub();
  const metrics = new Metrics();
  const published: unknown[] = [];
  events.subscribe((event) => published.push(event));
  const record = (trace = newTrace(log)) =>
    recordExchange(
      { clock: { now: () => 0 }, log, events, metrics },
      {
        request: {
          ...{ method: 'POST', path: '/v3/payin', query: '', ip: '127.0.0.1' },
          header: () => null,
          headers: () => [],
          body: async () => null,
          signal: new AbortController().signal,
        },
        trace,
        response: { status: 200, headers: {}, body: '' },
        durationMs: 1,
      },
    );
  const before = newTrace(log);
  const first = record();
  expect(published).toEqual([{ type: 'request', data: log.get(first ?? '') }]);
  log.clear();
  expect(record(before)).toBeNull();
  expect(log.tally()).toEqual({ total: 0, refused: 0 });
  expect(published).toHaveLength(1);
  expect(record()).not.toBeNull();
  const none = { payins: {}, links: {}, payouts: {}, callbacks: {} };
  expect(metrics.text(none)).toContain('inrgate_requests_total{endpoint="unknown",status="200"} 3');
});
