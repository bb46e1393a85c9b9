import { describe, expect, it } from 'vitest';
import { v3ErrorInfo, v3Errors } from './error-codes.ts';
import { v1Codes, v3Codes } from './known-codes.ts';
import { v1ErrorInfo, v1Errors } from './v1-error-codes.ts';

// The table of the specification, written by hand and not derived (spec: Errors; reading: order of checks 1 and 10).
const v3Table: readonly (readonly [number, string])[] = [
  [400, 'invalid_request'],
  [401, 'invalid_signature'],
  [401, 'wrong_key_type'],
  [403, 'account_suspended'],
  [403, 'ip_not_allowed'],
  [403, 'ip_whitelist_required'],
  [404, 'not_found'],
  [404, 'order_not_found'],
  [405, 'use_post'],
  [409, 'duplicate_order'],
  [413, 'payload_too_large'],
  [422, 'missing_param'],
  [422, 'invalid_amount'],
  [422, 'invalid_mch_order_no'],
  [422, 'amount_range'],
  [422, 'method_not_allowed'],
  [422, 'invalid_trade_type'],
  [422, 'invalid_pay_type'],
  [422, 'invalid_url'],
  [422, 'invalid_extra'],
  [422, 'insufficient_balance'],
  [422, 'daily_limit'],
  [422, 'bank_invalid'],
  [422, 'ifsc_invalid'],
  [422, 'upi_invalid'],
  [422, 'address_invalid'],
  [429, 'rate_limited'],
  [429, 'too_many_failures'],
  [500, 'server_error'],
  [503, 'provider_unavailable'],
  [503, 'maintenance'],
  [503, 'rate_unavailable'],
];

// spec: Legacy v1 errors; reading: Legacy checks.
const v1Table: readonly (readonly [number, string])[] = [
  [400, 'invalid_request'],
  [401, 'missing_api_key'],
  [401, 'invalid_api_key'],
  [401, 'invalid_signature'],
  [403, 'account_suspended'],
  [403, 'ip_not_allowed'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [409, 'duplicate_client_ref'],
  [422, 'invalid_amount'],
  [422, 'invalid_client_ref'],
  [422, 'invalid_note'],
  [422, 'invalid_notify_url'],
  [422, 'invalid_return_url'],
  [422, 'invalid_currency'],
  [422, 'method_not_allowed'],
  [500, 'server_error'],
  [502, 'gateway_error'],
];

describe('v3 error codes', () => {
  it('the v3 error codes and their statuses match the specification [spec:errors.table]', () => {
    expect(Object.entries(v3Errors).map(([code, { status }]) => [status, code])).toEqual(v3Table);
  });

  it('the lookup of a v3 error returns undefined for an unknown code', () => {
    expect(v3ErrorInfo('amount_range')?.status).toBe(422);
    expect(v3ErrorInfo('of_a_later_version')).toBeUndefined();
    expect(v3ErrorInfo('toString')).toBeUndefined();
  });
});

describe('v1 error codes', () => {
  it('the v1 error codes and their statuses match the specification [spec:errors.v1.table]', () => {
    expect(v1Errors.map(({ status, code }) => [status, code])).toEqual(v1Table);
  });

  it('the lookup of a v1 error uses the code and the status', () => {
    expect(v1ErrorInfo('method_not_allowed', 405)?.meaning).toContain('HTTP method');
    expect(v1ErrorInfo('method_not_allowed', 422)?.meaning).toContain('not enabled');
    expect(v1ErrorInfo('method_not_allowed', 500)).toBeUndefined();
  });
});

describe('error codes', () => {
  it('the code lists of the client contain every error code', () => {
    expect(v3Codes).toEqual(Object.keys(v3Errors));
    expect(new Set(v1Codes)).toEqual(new Set(v1Errors.map(({ code }) => code)));
  });

  it.each([...Object.values(v3Errors), ...v1Errors])(
    'every error code has a meaning and a fix: $meaning',
    (error) => {
      for (const sentence of [error.meaning, error.fix])
        expect(sentence).toMatch(/^(?:[A-Z]|notifyUrl|notify_url|return_url).*[./]$/);
    },
  );
});
