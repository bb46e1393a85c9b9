import { describe, expect, it } from 'vitest';
import { diagnose } from './connection-failure.ts';

function system(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });
}

function fetchFailed(cause: unknown): Error {
  return new TypeError('fetch failed', { cause });
}

describe('diagnose', () => {
  it.each([
    ['a refused connection', fetchFailed(system('ECONNREFUSED', 'connect')), 'ECONNREFUSED'],
    ['an unknown host', fetchFailed(system('ENOTFOUND', 'getaddrinfo')), 'ENOTFOUND'],
    ['an unreachable host', fetchFailed(system('EHOSTUNREACH', 'connect')), 'EHOSTUNREACH'],
    ['a refused connection without a syscall', system('ECONNREFUSED'), 'ECONNREFUSED'],
    [
      'every address refused',
      fetchFailed(new AggregateError([system('ECONNREFUSED', 'connect'), system('ENETUNREACH', 'connect')])),
      'ECONNREFUSED',
    ],
  ])('%s: nothing was sent', (_name, cause, code) => {
    expect(diagnose(cause)).toEqual({ code, notSent: true, permanent: false });
  });

  it.each([
    ['a reset', fetchFailed(system('ECONNRESET', 'read')), 'ECONNRESET'],
    ['a broken pipe', fetchFailed(system('EPIPE', 'write')), 'EPIPE'],
    [
      'an unreachable host of a connection that was made',
      fetchFailed(system('EHOSTUNREACH', 'read')),
      'EHOSTUNREACH',
    ],
    ['no addresses', fetchFailed(new AggregateError([])), undefined],
    [
      'one address refused, one reset',
      new AggregateError([system('ECONNREFUSED', 'connect'), system('ECONNRESET')]),
      'ECONNREFUSED',
    ],
    ['an error without a code', new Error('boom'), undefined],
    ['something that is no error', 'boom', undefined],
  ])('%s: the outcome is unknown', (_name, cause, code) => {
    expect(diagnose(cause)).toEqual({ code, notSent: false, permanent: false });
  });

  it('a certificate that is not trusted: nothing was sent, and never will be', () => {
    expect(diagnose(fetchFailed(system('CERT_HAS_EXPIRED')))).toEqual({
      code: 'CERT_HAS_EXPIRED',
      notSent: true,
      permanent: true,
    });
  });

  it('ends on a chain of causes that goes in circles', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(diagnose(circle).notSent).toBe(false);
  });
});
