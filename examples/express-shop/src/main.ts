import { GatewayClient } from '@inrgate/sdk';
import { Orders } from './orders.ts';
import { ask, createShop } from './shop.ts';

const {
  INRGATE_BASE_URL: baseUrl = 'http://127.0.0.1:4300/v3',
  INRGATE_MCH_ID: mchId = 'DEMO1001',
  INRGATE_MCH_KEY: mchKey = 'demo-mch-key',
  PORT: port = '3000',
  SHOP_ORIGIN: origin = `http://127.0.0.1:${port}`,
  SHOP_DATABASE: file = 'shop.db',
} = process.env;

const orders = new Orders(file);
const client = new GatewayClient({ baseUrl, mchId, mchKey });
const app = await createShop({ orders, client, credentials: { mchId, mchKey }, origin });
app.listen(Number(port), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`the shop is at ${origin}`);
});

// A callback can get lost for good: whatever is open after a minute is asked about.
setInterval(async () => {
  for (const { mchOrderNo } of orders.unsettled())
    await ask({ orders, client }, mchOrderNo).catch(console.error);
}, 60_000);
