import { describe, expect, it } from 'vitest';
import { readEnvelope } from './envelope.ts';

const read = (api: 'v1' | 'v3', sent: unknown) => readEnvelope(api, JSON.stringify(sent));
const nothing = { code: undefined, error: undefined, message: undefined, data: undefined };

describe('an envelope', () => {
  it('an envelope may contain unknown codes and fields, and omit optional fields [reading:sdk.unknown-codes] [reading:sdk.missing-optional]', () => {
    expect(read('v3', { success: false, code: 418, error: 'later', data: null, id: 1 })).toEqual({
      ...nothing,
      ok: false,
      code: 418,
      error: 'later',
    });
    expect(read('v3', { success: true, data: {} })).toEqual({ ...nothing, ok: true, data: {} });
    expect(read('v1', { ok: false, code: 418 })).toEqual({ ...nothing, ok: false });
  });

  it('the client reads a v1 envelope in every spelling', () => {
    expect(read('v1', { ok: 'true', message: 7, error: null, data: [] })).toEqual({
      ...nothing,
      ok: true,
      message: '7',
      data: [],
    });
    expect(read('v1', { message: 'Success' })).toBeUndefined();
  });

  it.each(['418a', 'a418', '4.18', '', '1234567890', {}, [418]])(
    'the client ignores the envelope code %j because the code is not a status',
    (code) => {
      expect(read('v3', { success: true, code })).toEqual({ ...nothing, ok: true });
    },
  );

  it.each([{}, { success: 'yes' }, { success: {} }, { error: 'x' }, [], 'success', null])(
    'the body %j is not an envelope',
    (value) => {
      expect(read('v3', value)).toBeUndefined();
    },
  );
});

it.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['500.00', '500.00'],
  ['-0.50', '-0.50'],
])('the client keeps every digit of the number %s in a response', (number, text) => {
  const body = `{"success": true, "data": {"a":${number}, "b": ${number}, "list": [ ${number}]}}`;
  const { data } = readEnvelope('v3', body) ?? {};
  expect(JSON.parse(JSON.stringify(data))).toEqual({ a: text, b: text, list: [text] });
});
