import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type GatewayFixtures,
  type GatewayWorkerFixtures,
  gatewayFixtures,
} from '@inrgate/mock-gateway/playwright';
import { GatewayClient } from '@inrgate/sdk';
import { test as base, expect } from '@playwright/test';
import { Orders } from '../src/orders.ts';
import { createShop } from '../src/shop.ts';

const withGateway = base.extend<GatewayFixtures, GatewayWorkerFixtures>(gatewayFixtures());

/** The shop of one test. It uses the merchant of this test. */
const test = withGateway.extend<{ readonly shopUrl: string }>({
  shopUrl: async ({ merchant }, use) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const orders = new Orders(':memory:');
    const client = new GatewayClient(merchant);
    server.on('request', await createShop({ orders, client, credentials: merchant, origin }));
    await use(origin);
    server.close();
  },
});

test('a customer orders, pays at the checkout and returns to a paid order', async ({
  page,
  shopUrl,
  checkout,
}) => {
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Order' }).first().click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await checkout.pay();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, it is paid');
});

test('a customer can pay an order half an hour after a failed payment', async ({
  page,
  shopUrl,
  checkout,
  clock,
}) => {
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Order' }).first().click();
  const order = page.url();
  await page.getByRole('button', { name: 'Pay' }).click();
  await checkout.fail();
  await clock.advance('31m');
  await page.goto(order);
  await expect(page.getByText('The payment did not succeed.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await checkout.payAmount('400.00');
  await page.goto(order);
  await expect(page.getByText('That is less than the price.')).toBeVisible();
});
