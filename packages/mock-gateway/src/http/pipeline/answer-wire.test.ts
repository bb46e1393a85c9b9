import { expect, it } from 'vitest';
import { arrived } from '../../log/a-request.contract.ts';
import { EventHub } from '../../log/events.ts';
import { Metrics } from '../../log/metrics.ts';
import { newRecord, recordResponse } from '../../log/record.ts';
import { RequestLog } from '../../log/request-log.ts';
import { log } from './answer-wire.ts';

it('a request that began before a reset is counted, but neither logged nor published', () => {
  const requests = new RequestLog();
  const events = new EventHub();
  const metrics = new Metrics();
  const published: unknown[] = [];
  events.subscribe((event) => published.push(event));
  const record = (started = newRecord(arrived, requests.epoch)) => {
    recordResponse(started, { status: 200, headers: {}, body: '' });
    return log({ clock: { now: () => 0 }, log: requests, events, metrics }, started, 1);
  };
  const before = newRecord(arrived, requests.epoch);
  const first = record();
  expect(published).toEqual([{ type: 'request', data: requests.get(first ?? '') }]);
  requests.clear();
  expect(record(before)).toBeNull();
  expect(requests.tally()).toEqual({ total: 0, refused: 0 });
  expect(published).toHaveLength(1);
  expect(record()).not.toBeNull();
  const none = { payins: {}, links: {}, payouts: {}, callbacks: {} };
  expect(metrics.text(none)).toContain('inrgate_requests_total{endpoint="unknown",status="200"} 3');
});
