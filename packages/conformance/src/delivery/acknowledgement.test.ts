import { describe, expect, it } from 'vitest';
import { acknowledgementOf, bodyText } from './acknowledgement.ts';
import type { DeliveryResult } from './sender.ts';

function answered(
  status: number,
  body: string | Uint8Array = 'success',
  redirectHost: string | null = null,
): DeliveryResult {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { durationMs: 1, status, body: bytes, redirectHost, failure: null, detail: null };
}

function failed(
  failure: 'timeout' | 'connection' | 'aborted',
  detail: string | null,
  status: number | null = null,
): DeliveryResult {
  return {
    durationMs: 1,
    status,
    body: status === null ? null : new Uint8Array(),
    redirectHost: null,
    failure,
    detail,
  };
}

describe('delivered callbacks', () => {
  it.each([
    'success',
    '"success"',
    'success\n',
    '  success  ',
    '{"code":"success"}',
    'unsuccessful: success',
    `${'x'.repeat(60_000)}success`,
  ])('a response with status 200 and success in the body acknowledges the callback: %j', (body) => {
    expect(acknowledgementOf('payin', answered(200, body))).toEqual({ ok: true, reason: null });
  });

  it.each([
    ['\uFEFFsuccess', 'byte order mark'],
    ['<!DOCTYPE html><html><p class="success"></p></html>', 'HTML page'],
    ['  <html>success</html>', 'HTML page'],
  ])('a response with %j acknowledges the callback with a remark about the body', (body, words) => {
    const acknowledgement = acknowledgementOf('payout', answered(200, body));
    expect(acknowledgement.ok).toBe(true);
    expect(acknowledgement.reason).toContain(words);
  });
});

describe('accepted responses that report a failure', () => {
  it.each([
    ['{"success":false,"message":"Invalid signature"}', 'success is false'],
    ['{"ok":false,"note":"no success"}', 'ok is false'],
    [' {"error":"bad sign","success":"no"}', 'it has error'],
    ['{"status":"FAILED","success":true}', 'status is a failure'],
  ])('a response with %j acknowledges the callback with a remark', (body, words) => {
    expect(acknowledgementOf('payin', answered(200, body))).toEqual({
      ok: true,
      reason: `accepted, but the JSON body reports a failure (${words})`,
    });
  });

  it.each([
    '{"success":true,"error":null}',
    '{"success":true,"errors":[]}',
    '{"code":0,"msg":"success","error":""}',
    '{"success',
  ])('a response with %j acknowledges the callback without a remark', (body) =>
    expect(acknowledgementOf('payin', answered(200, body))).toEqual({ ok: true, reason: null }),
  );
});

describe('near misses', () => {
  it.each([
    ['SUCCESS', 'return success in lower case'],
    ['Success', 'return success in lower case'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['ok', 'does not contain success'],
    ['<!doctype html><title>Login</title>', 'HTML page'],
    [new Uint8Array([0x1f, 0x8b, 8, 0]), 'compressed'],
  ])(
    'a response with the body %j does not acknowledge the callback, and the message states the reason',
    (body, words) => {
      const acknowledgement = acknowledgementOf('payin', answered(200, body));
      expect(acknowledgement.ok).toBe(false);
      expect(acknowledgement.reason).toContain(words);
    },
  );

  it.each([
    [201, 'only status 200 acknowledges a callback'],
    [204, 'only status 200 acknowledges a callback'],
    [302, 'redirect'],
    [419, 'CSRF'],
    [404, 'status 404'],
    [503, 'status 503'],
  ])(
    'a response with status %i does not acknowledge the callback, even if the body contains success',
    (status, words) => {
      const acknowledgement = acknowledgementOf('payin', answered(status));
      expect(acknowledgement.ok).toBe(false);
      expect(acknowledgement.reason).toContain(words);
    },
  );

  it('a redirect does not acknowledge the callback, and the message contains only the target host', () => {
    const { reason } = acknowledgementOf('payin', answered(301, '', 'www.shop.example'));
    expect(reason).toBe('status 301, a redirect to www.shop.example, which the gateway does not follow');
  });

  it.each([
    [failed('timeout', '8 s'), 'no response within 8 s'],
    [failed('timeout', '8 s', 200), 'status 200, but no complete response within 8 s'],
    [failed('connection', 'ECONNREFUSED'), 'connection refused; no server listens at this host and port'],
    [failed('connection', 'ECONNRESET'), 'the connection was reset'],
    [
      failed('connection', 'ECONNRESET', 200),
      'status 200, but the connection broke before the end of the response',
    ],
    [failed('connection', 'ENOTFOUND'), 'the host name does not exist in the DNS'],
    [failed('connection', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'TLS failed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    [failed('connection', 'HPE_INVALID_CONSTANT'), 'the response is not HTTP (HPE_INVALID_CONSTANT)'],
    [failed('connection', 'closed without a response'), 'the connection failed (closed without a response)'],
    [failed('connection', null), 'the connection failed (unknown)'],
    [failed('aborted', null), 'cancelled by the gateway'],
  ] as const)(
    'a failed response does not acknowledge the callback, and the message states the reason: %o',
    (result, reason) => {
      expect(acknowledgementOf('payin', result)).toEqual({ ok: false, reason });
    },
  );
});

describe('a link callback', () => {
  it.each([200, 201, 204, 299])(
    'a link callback is delivered if the response status is %i, whatever the body contains',
    (status) => {
      expect(acknowledgementOf('link', answered(status, 'thanks'))).toEqual({ ok: true, reason: null });
    },
  );

  it.each([199, 300, 302, 400, 500])(
    'a link callback is not delivered if the response status is %i',
    (status) => {
      expect(acknowledgementOf('link', answered(status, 'success')).ok).toBe(false);
    },
  );

  it('a link callback is not delivered if the response does not end before the timeout', () => {
    expect(acknowledgementOf('link', failed('timeout', '8 s', 200)).ok).toBe(false);
  });
});

it('a response body shows bytes that are not UTF-8 as replacement characters and keeps a byte order mark', () => {
  expect(bodyText(null)).toBeNull();
  expect(bodyText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff]))).toBe('\uFEFFa\uFFFD');
});
