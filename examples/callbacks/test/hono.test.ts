import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from '../src/hono.ts';
import { Shop } from '../src/shop.ts';
import { receiverContract } from './receiver.contract.ts';

receiverContract(async (credentials) => {
  const { fetch } = createApp(new Shop(), credentials);
  const listening = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, listening.resolve);
  const { port } = await listening.promise;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
});
