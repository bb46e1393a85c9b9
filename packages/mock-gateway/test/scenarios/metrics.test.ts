import { expect, it } from 'vitest';
import { callerOf, Orders, openGateway } from './harness.ts';
import { rejecting, ScriptedNetwork } from './sender.ts';

it('the metrics count requests, orders and attempts in the text format of Prometheus', async () => {
  const network = new ScriptedNetwork(rejecting);
  const gateway = await openGateway({ sender: network.send });
  await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://merchant.example/callbacks' });
  const orders = new Orders(gateway);
  const paid = await orders.payin();
  await orders.payin();
  await callerOf(gateway).payin({ mchOrderNo: 'bad number' });
  await gateway.fetch(`${gateway.baseUrl}/no-such-path`, { method: 'POST' });
  await gateway.payins.pay(paid);
  await gateway.callbacks.settle();
  await gateway.clock.advance('1m');
  const response = await gateway.fetch(`${gateway.controlUrl}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  expect(text).toBe(await gateway.metrics());
  const lines = text.split('\n');
  expect(lines).toContain('inrgate_requests_total{endpoint="payin",status="200"} 2');
  expect(lines).toContain('inrgate_requests_total{endpoint="payin",status="422"} 1');
  expect(lines).toContain('inrgate_requests_total{endpoint="unknown",status="404"} 1');
  expect(lines).toContain('inrgate_request_duration_seconds_bucket{le="+Inf"} 4');
  expect(lines).toContain('inrgate_request_duration_seconds_count 4');
  expect(lines).toContain('inrgate_orders{kind="payin",status="pending"} 1');
  expect(lines).toContain('inrgate_orders{kind="payin",status="success"} 1');
  expect(lines).toContain('inrgate_callback_attempts_total{result="failed"} 2');
  expect(lines).toContain('inrgate_callback_attempts_total{result="delivered"} 0');
  expect(lines).toContain('inrgate_callbacks_pending 1');
  const sample =
    /^(?:# (?:HELP|TYPE) inrgate_[a-z_]+ .+|inrgate_[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? [0-9.e-]+|)$/;
  expect(lines.filter((line) => !sample.test(line))).toEqual([]);
});
