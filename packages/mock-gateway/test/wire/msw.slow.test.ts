import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { gatewayHandlers } from '../../src/msw.ts';
import { wireContract } from './wire.contract.ts';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

wireContract('through MSW', async (options) => {
  const gateway = await createMockGateway(options);
  network.use(...gatewayHandlers(gateway));
  const send = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);
  return { gateway, send, close: () => gateway.close() };
});
