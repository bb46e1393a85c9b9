import { describe, expect, it } from 'vitest';
import { diagnose } from './connection-failure.ts';

function system(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });
}

function fetchFailed(cause: unknown): Error {
  return new TypeError('fetch failed', { cause });
}

describe('diagnose', () => {
  it.each<[string, Error, string]>([
    ['a refused connection', fetchFailed(system('ECONNREFUSED', 'connect')), 'ECONNREFUSED'],
    ['an unknown host', fetchFailed(system('ENOTFOUND', 'getaddrinfo')), 'ENOTFOUND'],
    ['an unreachable host', fetchFailed(system('EHOSTUNREACH', 'connect')), 'EHOSTUNREACH'],
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(
      (code): [string, Error, string] => [`${code} without a syscall`, system(code), code],
    ),
    [
      'a refusal by every IP address',
      fetchFailed(new AggregateError([system('ECONNREFUSED', 'connect'), system('ENETUNREACH', 'connect')])),
      'ECONNREFUSED',
    ],
  ])('diagnose returns not_sent for %s', (_name, cause, code) => {
    expect(diagnose(cause)).toEqual({ code, notSent: true, permanent: false });
  });

  it('diagnose returns not_sent for a port that fetch blocks, and for a tunnel that a proxy refuses', async () => {
    const blocked = await fetch('http://127.0.0.1:6666/').catch((error: unknown) => error);
    expect(diagnose(blocked)).toEqual({ code: undefined, notSent: true, permanent: true });
    const message = 'Proxy response (403) !== 200 when HTTP Tunneling';
    const refused = Object.assign(new Error(message), { code: 'UND_ERR_ABORTED' });
    const cancelled = new DOMException('Request was cancelled.');
    Object.defineProperty(cancelled, 'cause', { value: refused });
    expect(diagnose(fetchFailed(cancelled))).toMatchObject({ notSent: true, permanent: false });
    expect(diagnose(fetchFailed(system('UND_ERR_ABORTED'))).notSent).toBe(false);
  });

  it.each([
    ['a reset', fetchFailed(system('ECONNRESET', 'read')), 'ECONNRESET'],
    ['a broken pipe', fetchFailed(system('EPIPE', 'write')), 'EPIPE'],
    ['an unreachable host after the connection', fetchFailed(system('EHOSTUNREACH', 'read')), 'EHOSTUNREACH'],
    ['an empty list of IP addresses', fetchFailed(new AggregateError([])), undefined],
    [
      'a refusal by one IP address and a reset by another',
      new AggregateError([system('ECONNREFUSED', 'connect'), system('ECONNRESET')]),
      'ECONNREFUSED',
    ],
    ['an error without a code', new Error('boom'), undefined],
    ['a thrown value that is not an error', 'boom', undefined],
  ])('diagnose returns an unknown outcome for %s', (_name, cause, code) => {
    expect(diagnose(cause)).toEqual({ code, notSent: false, permanent: false });
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'CERT_UNTRUSTED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('diagnose returns not_sent without a retry for %s', (code) => {
    expect(diagnose(fetchFailed(system(code)))).toEqual({ code, notSent: true, permanent: true });
  });

  it('diagnose terminates on a circular chain of causes', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(diagnose(circle).notSent).toBe(false);
  });
});
