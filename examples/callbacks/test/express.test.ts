import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../src/express.ts';
import { Shop } from '../src/shop.ts';
import { receiverContract } from './receiver.contract.ts';

receiverContract(async (credentials) => {
  const server = createApp(new Shop(), credentials).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
});
