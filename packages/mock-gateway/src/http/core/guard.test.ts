import { describe, expect, it } from 'vitest';
import type { WireRequest } from './exchange.ts';
import { bearsToken, isCallback, isLoopbackHost, refusalOf } from './guard.ts';

describe('loopback names [contract:control.host]', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:4300',
    'localhost',
    'LocalHost:1',
    '[::1]',
    '[::1]:4300',
    '127.255.0.3',
    '127.1',
    'gateway.localhost',
    'gateway.localhost:4300',
  ])('the Host %s is a loopback name', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    '',
    ':4300',
    'localhost.',
    'localhost.example',
    '.localhost',
    'notlocalhost',
    '127.0.0.1.example',
    'a.127.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::2]',
    '10.0.0.1',
    '::1',
    'local host',
    'a@b:c',
    'a@127.0.0.1',
    '127.0.0.1/x',
    '127.0.0.1?x',
    '127.0.0.1#x',
    'localhost\\x',
    '127.0.0.256',
    'localhost:99999',
  ])('the Host %j is not a loopback name', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

it('the control API rejects a connection from another machine with any Host [contract:control.host]', () => {
  const request = (ip: string) =>
    ({
      ip,
      header: (name: string) => (name === 'host' ? 'localhost' : null),
      headers: () => [] as const,
    }) as unknown as WireRequest;
  const guard = { kind: 'loopback', token: undefined, own: null } as const;
  for (const ip of ['127.0.0.1', '127.8.9.10', '::1']) expect(refusalOf(request(ip), guard)).toBeNull();
  for (const ip of ['192.168.1.20', '2001:db8::1', '0.0.0.0', 'localhost', '']) {
    expect(refusalOf(request(ip), guard)?.message, ip).toContain('only requests from this machine');
  }
});

describe('control token [contract:control.token]', () => {
  const bearing = (authorization: string | null) =>
    ({ header: (name: string) => (name === 'authorization' ? authorization : null) }) as WireRequest;

  it.each([
    ['Bearer tok', true],
    ['bearer tok', true],
    ['BEARER  tok', true],
    ['Bearer to', false],
    ['Bearer tokk', false],
    ['Bearer TOK', false],
    ['Bearer tok ', false],
    ['Bearertok', false],
    ['Basic tok', false],
    ['Bearer', false],
    ['tok', false],
    ['', false],
    [null, false],
  ])('the token check of the Authorization header %j returns %s', (header, is) => {
    expect(bearsToken(bearing(header), 'tok')).toBe(is);
  });
});

it.each([
  ['inrgate-mock-gateway', true],
  ['inrgate-mock-gateway/2.0', true],
  ['inrgate-listen (node)', true],
  ['inrgate-mock-gateways', false],
  ['inrgate-sdk', false],
  ['curl/8 inrgate-mock-gateway', false],
  [null, false],
])('the User-Agent %j belongs to a callback: %s', (agent, is) => {
  expect(isCallback({ header: (name) => (name === 'user-agent' ? agent : null) })).toBe(is);
});
