import { describe, expect, it } from 'vitest';
import { isListed, plainAddress } from './ip-list.ts';

describe('IP allow-list', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.1'], true],
    ['127.0.0.2', ['127.0.0.1'], false],
    ['10.20.30.40', ['10.0.0.0/8'], true],
    ['11.0.0.1', ['10.0.0.0/8'], false],
    ['203.0.113.7', ['203.0.113.0/29'], true],
    ['203.0.113.8', ['203.0.113.0/29'], false],
    ['8.8.8.8', ['0.0.0.0/0'], true],
    ['::1', ['::1'], true],
    ['::1', ['0:0:0:0:0:0:0:1'], true],
    ['2001:db8::17', ['2001:db8::/32'], true],
    ['2001:db9::17', ['2001:db8::/32'], false],
    ['127.0.0.1', ['::/0'], false],
    ['not an IP address', ['0.0.0.0/0'], false],
    ['', [], false],
  ])('the IP address %s on the allow-list %o is accepted: %s', (ip, list, expected) =>
    expect(isListed(ip, list)).toBe(expected),
  );

  it('plainAddress returns the same notation for equal IP addresses', () => {
    expect(plainAddress('::ffff:127.0.0.1')).toBe('127.0.0.1');
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1');
    expect(plainAddress('::1')).toBe('::1');
  });
});
