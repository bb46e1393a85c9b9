import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { refuseBrowser } from './browser.ts';

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
