import { createApp } from '../src/nestjs.ts';
import { Shop } from '../src/shop.ts';
import { receiverContract } from './receiver.contract.ts';

receiverContract(async (credentials) => {
  const app = await createApp(new Shop(), credentials);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: () => app.close() };
});
