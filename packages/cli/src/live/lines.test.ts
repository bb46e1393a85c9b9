import { expect, test } from 'vitest';
import { readEvent } from './events.ts';
import { lineOf } from './lines.ts';

const request = {
  id: 'req_1',
  time: '2026-11-20T15:04:05+05:30',
  ip: '127.0.0.1',
  method: 'POST',
  path: '/v3/payin',
  endpoint: 'payin',
  mchId: 'DEMO1001',
  mchOrderNo: 'ORDER-1',
  status: 200,
  error: null,
  durationMs: 2.6,
  parameters: { sign: 'ABCDEF', notifyUrl: 'http://shop.example/' },
  diagnosis: null,
};
const wrong = { canonical: 'amount=1.00&key=<key>', received: 'ABCDEF', hint: 'The digest does not match.' };
const callback = {
  id: 'cb_1',
  event: 'payin.success',
  mchId: 'DEMO1001',
  orderNo: 'PI1',
  mchOrderNo: 'ORDER-1',
  nextAttemptAt: null,
};
const ok = { number: 1, status: 200, ok: true, reason: null };
const bad = { number: 2, status: 500, ok: false, reason: 'status 500' };
const nobody = {
  number: 6,
  status: null,
  ok: false,
  reason: 'connection refused; no server listens at this host and port',
};
const order = { kind: 'payin', orderNo: 'PI1', mchOrderNo: 'ORDER-1', mchId: 'DEMO1001' };

function line(type: string, data: object, json = false): string | null {
  const event = readEvent(type, data);
  return event === null ? null : lineOf(event, { json });
}

test.each([
  ['a response', 'request', request, '--> POST /v3/payin 200 ORDER-1 (3 ms)'],
  [
    'a rejection',
    'request',
    { ...request, status: 422, error: 'amount_range' },
    '--> POST /v3/payin 422 amount_range ORDER-1 (3 ms)',
  ],
  [
    'a wrong signature',
    'request',
    { ...request, status: 401, error: 'invalid_signature', mchOrderNo: null, diagnosis: wrong },
    '--> POST /v3/payin 401 invalid_signature (3 ms)\n    The digest does not match.',
  ],
  [
    'a locked IP address',
    'request',
    {
      ...request,
      status: 429,
      error: 'too_many_failures',
      mchOrderNo: null,
      explanation: 'Locked, see there.',
    },
    '--> POST /v3/payin 429 too_many_failures (3 ms)\n    Locked, see there.',
  ],
  [
    'an injected fault',
    'request',
    { ...request, fault: { id: 'fault_1', phase: 'after', kind: 'drop', note: 'no response, on purpose' } },
    '--> POST /v3/payin 200 ORDER-1 (3 ms)\n    fault_1: no response, on purpose',
  ],
  [
    'a warning',
    'request',
    { ...request, warnings: ['The request has notify_url, which payin does not read.'] },
    '--> POST /v3/payin 200 ORDER-1 (3 ms)\n    The request has notify_url, which payin does not read.',
  ],
  [
    'an unusual response',
    'callback',
    {
      ...callback,
      state: 'delivered',
      attempt: { ...ok, reason: 'accepted, but it fails', response: '{"success":false}' },
    },
    '<-- callback payin.success [200] attempt 1/6 ORDER-1: accepted, but it fails\n    the response was "{"success":false}"',
  ],
  [
    'a delivery',
    'callback',
    { ...callback, state: 'delivered', attempt: ok },
    '<-- callback payin.success [200] attempt 1/6 ORDER-1',
  ],
  [
    'a delivery that failed',
    'callback',
    { ...callback, state: 'pending', nextAttemptAt: '2026-11-20T15:09:05+05:30', attempt: bad },
    '<-- callback payin.success [500] attempt 2/6 ORDER-1: status 500, next attempt at 15:09:05',
  ],
  [
    'the last attempt',
    'callback',
    { ...callback, state: 'failed', attempt: nobody },
    '<-- callback payin.success [no response] attempt 6/6 ORDER-1: connection refused; no server listens at this host and port, no more retries',
  ],
  [
    'an attempt after a manual re-send',
    'callback',
    { ...callback, state: 'delivered', attempt: { ...ok, number: 7 } },
    '<-- callback payin.success [200] attempt 7 ORDER-1',
  ],
  [
    'a manual re-send',
    'callback',
    { ...callback, state: 'delivered', attempt: { ...ok, number: 2, manual: true } },
    '<-- callback payin.success [200] attempt 2 (manual) ORDER-1',
  ],
  [
    'a manual re-send of a failed callback',
    'callback',
    { ...callback, state: 'failed', attempt: { ...bad, number: 7, manual: true } },
    '<-- callback payin.success [500] attempt 7 (manual) ORDER-1: status 500',
  ],
  [
    'a test callback, which is sent once',
    'callback',
    {
      ...callback,
      event: 'test',
      orderNo: null,
      mchOrderNo: 'TEST-1',
      state: 'failed',
      attempt: { ...bad, number: 1 },
    },
    '<-- callback test [500] attempt 1 TEST-1: status 500',
  ],
  [
    'a near miss',
    'callback',
    { ...callback, state: 'delivered', attempt: { ...ok, reason: 'accepted, but the body is an HTML page' } },
    '<-- callback payin.success [200] attempt 1/6 ORDER-1: accepted, but the body is an HTML page',
  ],
  [
    'no callback URL',
    'callback',
    { ...callback, state: 'undeliverable', attempt: null },
    '<-- callback payin.success ORDER-1: not sent, because the order and the merchant have no callback URL',
  ],
  ['a payment', 'order', { ...order, status: 'success' }, '--- payin ORDER-1 success'],
  [
    'an order without an order number',
    'order',
    { ...order, mchOrderNo: null, status: 'expired' },
    '--- payin PI1 expired',
  ],
  [
    'the clock',
    'clock',
    { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' },
    '--- clock frozen at 2026-11-20T15:04:05+05:30',
  ],
  [
    'a fault',
    'fault',
    { change: 'added', id: 'fault_1', endpoint: 'payin', phase: 'after', action: { kind: 'drop' } },
    '--- fault added fault_1 payin drop',
  ],
  ['the removal of all faults', 'fault', { change: 'cleared' }, '--- fault cleared'],
])('the live output prints a line for %s', (_what, type, data, expected) => {
  expect(line(type, data)).toBe(expected);
});

test.each([
  ['a new order, because its request is printed', 'order', { ...order, status: 'pending' }],
  ['a pending callback', 'callback', { ...callback, state: 'pending', attempt: null }],
  ['a callback that is being delivered', 'callback', { ...callback, state: 'delivering', attempt: bad }],
  ['an event of a later version', 'weather', { rain: true }],
])('the live output prints nothing for %s', (_what, type, data) => {
  expect(line(type, data)).toBeNull();
});

test('a live line with untrusted values cannot move the cursor or begin a new line', () => {
  const text = line('request', { ...request, path: '/v3/\u001b[2J', mchOrderNo: 'A\r\n--> B' });
  expect(text).toBe('--> POST /v3/\\u{1b}[2J 200 A\\u{d}\\u{a}--> B (3 ms)');
});

test('a live event in JSON is one line without parameters and signatures', () => {
  const text = line(
    'request',
    { ...request, status: 401, error: 'invalid_signature', diagnosis: wrong },
    true,
  );
  expect(JSON.parse(text ?? '')).toEqual({
    event: 'request',
    id: 'req_1',
    time: '2026-11-20T15:04:05+05:30',
    ip: '127.0.0.1',
    method: 'POST',
    path: '/v3/payin',
    mchId: 'DEMO1001',
    mchOrderNo: 'ORDER-1',
    status: 401,
    error: 'invalid_signature',
    durationMs: 2.6,
    hint: 'The digest does not match.',
    fault: null,
    warnings: [],
  });
  expect(text).not.toMatch(/ABCDEF|notifyUrl|\n/);
});

test('a live event in JSON cannot move the cursor or reverse the text direction', () => {
  const text = line('request', { ...request, path: '/v3/\u009b2J', mchOrderNo: 'A\u202eB\u2028' }, true);
  expect(text).toContain('"path":"/v3/\\u009b2J","mchId":"DEMO1001","mchOrderNo":"A\\u202eB\\u2028"');
});

test('a live callback event in JSON contains its order in a separate field', () => {
  const text = line('callback', { ...callback, state: 'delivering', attempt: null }, true);
  expect(JSON.parse(text ?? '')).toMatchObject({ event: 'callback', callbackEvent: 'payin.success' });
});
