import { afterAll, expect, it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { concurrencyContract } from '../wire/concurrency.contract.ts';
import type { Open } from '../wire/gateway-per-test.ts';
import { wireContract } from '../wire/wire.contract.ts';
import { proxied, type Watched } from './through-proxy.ts';

const proxies: Watched[] = [];

const throughAProxy: Open = async (options) => {
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
};

wireContract('through a proxy', throughAProxy);
concurrencyContract(throughAProxy);

it('has seen every exchange, and said nothing against the answers', () => {
  expect(proxies.length).toBeGreaterThan(100);
});

afterAll(() => {
  const broken = proxies.flatMap((one) => one.broken).filter(({ about }) => about !== 'request');
  expect(broken.slice(0, 20)).toEqual([]);
});
