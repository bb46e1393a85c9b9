import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway } from '../../src/index.ts';
import { gatewayHandlers } from '../../src/msw.ts';
import type { Open } from './gateway-per-test.ts';

/** Opens a gateway in a user's Express app. */
export const byExpress: Open = async (options) => {
  const gateway = await createMockGateway(options);
  const server = createServer(gatewayExpress(gateway));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { gateway, send: (path, init) => fetch(url + path, init), close };
};

/** Opens a gateway with `listen`. */
export const overASocket: Open = async (options) => {
  const gateway = await createMockGateway(options);
  const { url } = await gateway.listen();
  return { gateway, send: (path, init) => fetch(url + path, init), close: () => gateway.close() };
};

/** Opens gateways through MSW, which replaces the network. Use it in a separate test file. */
export function throughMsw(): Open {
  const network = setupServer();
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => network.resetHandlers());
  afterAll(() => network.close());
  return async (options) => {
    const gateway = await createMockGateway(options);
    network.use(...gatewayHandlers(gateway));
    const send = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);
    return { gateway, send, close: () => gateway.close() };
  };
}
