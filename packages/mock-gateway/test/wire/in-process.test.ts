import { createMockGateway } from '../../src/index.ts';
import { wireContract } from './wire.contract.ts';

wireContract('in process', async (options) => {
  const gateway = await createMockGateway(options);
  const send = (path: string, init?: RequestInit) => gateway.fetch(gateway.url + path, init);
  return { gateway, send, close: () => gateway.close() };
});
