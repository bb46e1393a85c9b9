import { createMockGateway } from '../src/index.ts';
import { wireContract } from './wire.contract.ts';

wireContract('in process', async () => {
  const gateway = await createMockGateway();
  const send = (path: string, init?: RequestInit) => gateway.fetch(gateway.url + path, init);
  return { gateway, send, close: () => gateway.close() };
});

wireContract('over a socket', async () => {
  const gateway = await createMockGateway();
  const { url } = await gateway.listen();
  return { gateway, send: (path, init) => fetch(url + path, init), close: () => gateway.close() };
});
