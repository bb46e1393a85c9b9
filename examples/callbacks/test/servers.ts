/** Starts the shop on each framework that runs in this process. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp as expressApp } from '../src/express.ts';
import { createApp as fastifyApp } from '../src/fastify.ts';
import { createApp as honoApp } from '../src/hono.ts';
import { createApp as nestApp } from '../src/nestjs.ts';
import { createShopServer } from '../src/node-http.ts';
import { Shop } from '../src/shop.ts';
import type { ServeShop } from './receiver.contract.ts';

async function listening(server: Server) {
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export const servers: Readonly<Record<string, ServeShop>> = {
  express: (credentials) => listening(expressApp(new Shop(), credentials).listen(0, '127.0.0.1')),
  async fastify(credentials) {
    const app = fastifyApp(new Shop(), credentials);
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
  },
  hono(credentials) {
    const { fetch } = honoApp(new Shop(), credentials);
    return listening(serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  },
  async nestjs(credentials) {
    const app = await nestApp(new Shop(), credentials);
    await app.listen(0, '127.0.0.1');
    return { url: await app.getUrl(), close: () => app.close() };
  },
  'node:http': (credentials) => listening(createShopServer(new Shop(), credentials).listen(0, '127.0.0.1')),
};
