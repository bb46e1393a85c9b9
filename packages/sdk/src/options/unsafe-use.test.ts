import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/errors.ts';
import { demoCredentials } from '../protocol/local-gateway.ts';
import { refuseBrowser, refuseDemoKeys } from './unsafe-use.ts';

const page = { window: { document: {} } };

describe('refuseBrowser', () => {
  it.each([
    ['a page', page],
    ['a page with a bundler’s process', { ...page, process: { versions: {} } }],
  ])('refuseBrowser rejects %s', (_name, globals) => {
    expect(() => refuseBrowser(globals)).toThrow(ConfigurationError);
  });

  it.each([
    ['this Node', undefined],
    ['a test’s DOM in Node', { ...page, process: { versions: { node: '24.0.0' } } }],
    ['Deno, which once had a window', { window: {} }],
    ['a worker at the edge', {}],
  ])('refuseBrowser accepts %s', (_name, globals) => {
    expect(() => refuseBrowser(globals)).not.toThrow();
  });
});

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
