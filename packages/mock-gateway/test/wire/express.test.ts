import { createMockGateway } from '../../src/index.ts';
import { wireContract } from './wire.contract.ts';

wireContract('by Express over a socket', async (options) => {
  const gateway = await createMockGateway(options);
  const { url } = await gateway.listen();
  return { gateway, send: (path, init) => fetch(url + path, init), close: () => gateway.close() };
});
