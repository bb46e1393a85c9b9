import { createApp } from '../src/fastify.ts';
import { Shop } from '../src/shop.ts';
import { receiverContract } from './receiver.contract.ts';

receiverContract(async (credentials) => {
  const app = createApp(new Shop(), credentials);
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
});
