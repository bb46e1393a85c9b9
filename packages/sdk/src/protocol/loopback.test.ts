import { describe, expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

describe('isLoopback', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.3',
    '127.19.209.249',
    '127.0.123.1',
    '::1',
    '[::1]',
    'localhost',
    'LocalHost',
    'gateway.localhost',
    'a.b-c.localhost',
  ])('isLoopback accepts %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '',
    '127.1',
    '127.0.0.256',
    '127.0.0.01',
    '127.0.0.1.example',
    'a.127.0.0.1',
    '127.0.0.1:4300',
    '0.0.0.0',
    '10.0.0.1',
    '::',
    '::2',
    '[::1',
    '[::1]:4300',
    'localhost:4300',
    'localhost.',
    '.localhost',
    'a..localhost',
    'localhost.example',
    'notlocalhost',
    'local host',
    'a b.localhost',
    'a@b.localhost',
    'localhost\n',
  ])('isLoopback rejects %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it('isLoopback recognizes a loopback host that URL has normalized', () => {
    const hosts = ['127.1', '2130706433', '[0:0:0:0:0:0:0:1]', 'LOCALHOST', 'Shop.LocalHost'];
    for (const host of hosts) expect(isLoopback(new URL(`http://${host}/`).hostname), host).toBe(true);
  });
});
