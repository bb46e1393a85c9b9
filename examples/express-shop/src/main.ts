import { GatewayClient } from '@inrgate/sdk';
import { askAround, everyMinute } from './asking.ts';
import { Orders } from './orders.ts';
import { createShop } from './shop.ts';

const { INRGATE_BASE_URL, INRGATE_MCH_ID, INRGATE_MCH_KEY, PORT, SHOP_ORIGIN, SHOP_DATABASE } = process.env;
const baseUrl = INRGATE_BASE_URL || 'http://127.0.0.1:4300/v3';
const mchId = INRGATE_MCH_ID || 'DEMO1001';
// The key has no default, because an attacker could sign with a published key.
const mchKey = INRGATE_MCH_KEY || '';
if (mchKey === '') {
  console.error('INRGATE_MCH_KEY is not set');
  process.exit(1);
}
const port = PORT || '3000';
const origin = SHOP_ORIGIN || `http://127.0.0.1:${port}`;

const orders = new Orders(SHOP_DATABASE || 'shop.db');
const client = new GatewayClient({ baseUrl, mchId, mchKey });
const app = await createShop({ orders, client, credentials: { mchId, mchKey }, origin });
app.listen(Number(port), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`the shop is at ${origin}`);
});

// Query orders, because all attempts of a callback can fail.
everyMinute(() => askAround({ orders, client }));
