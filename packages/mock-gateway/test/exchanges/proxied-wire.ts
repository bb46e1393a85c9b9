import { afterAll, expect, it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import type { Open } from '../wire/gateway-per-test.ts';
import { proxied, type Watched } from './through-proxy.ts';

/** Runs a suite of the wire API in which each gateway is behind a judging proxy. */
export function throughProxies(suite: (open: Open) => void): void {
  const proxies: Watched[] = [];
  suite(async (options) => {
    const gateway = await createMockGateway(options);
    const { url } = await gateway.listen();
    const known = { ...gateway.merchant };
    const proxy = await proxied(url, known);
    proxies.push(proxy);
    return {
      gateway,
      send: async (path, init) => {
        Object.assign(known, await gateway.merchants.get(known.mchId));
        return fetch(proxy.url + path, init);
      },
      close: async () => {
        await proxy.close();
        await gateway.close();
      },
    };
  });

  it('the proxies see every request and response of the wire tests without a finding', () => {
    expect(proxies.length).toBeGreaterThan(100);
  });

  afterAll(() => {
    const broken = proxies.flatMap((one) => one.broken).filter(({ about }) => about !== 'request');
    expect(broken.slice(0, 20)).toEqual([]);
  });
}
