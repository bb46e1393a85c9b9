import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { refuseDemoKeys } from './demo-keys.ts';

describe('refuseDemoKeys', () => {
  const { mchKey, mchSecret } = demoCredentials;
  const demo = { mchKey, mchSecret };

  it.each([
    'http://127.0.0.1:4300/v3',
    'http://127.1.2.3/v3',
    'http://localhost:4300/v3',
    'http://gateway.localhost/v3',
    'http://[::1]:4300/v3',
    'http://gateway.invalid/v3',
  ])('refuseDemoKeys accepts the demo keys with %s', (root) => {
    expect(() => refuseDemoKeys(demo, [root, undefined])).not.toThrow();
  });

  it.each([
    'https://gateway.example/v3',
    'https://127.0.0.1.gateway.example/v3',
    'https://localhost.gateway.example/v3',
    'https://notlocalhost/v3',
    'http://10.0.0.1/v3',
    'http://[2001:db8::1]/v3',
  ])('refuseDemoKeys rejects each demo key with %s without repeating the key', (root) => {
    for (const name of ['mchKey', 'mchSecret'] as const) {
      const reject = () => refuseDemoKeys({ mchKey: 'k', mchSecret: 's', [name]: demo[name] }, [root]);
      expect(reject).toThrow(`${name} is the demo key`);
      expect(reject).not.toThrow(demo[name]);
    }
    expect(() => refuseDemoKeys({ mchKey: 'k', mchSecret: undefined }, [root])).not.toThrow();
  });

  it('refuseDemoKeys checks both base URLs', () => {
    const roots = ['http://127.0.0.1:4300/v3', 'https://gateway.example/v1'];
    expect(() => refuseDemoKeys(demo, roots)).toThrow(ConfigurationError);
  });
});
