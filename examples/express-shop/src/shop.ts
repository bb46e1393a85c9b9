import { type GatewayClient, isGatewayError } from '@inrgate/sdk';
import { createSqliteStore } from '@inrgate/sdk/callbacks';
import { callbackMiddleware } from '@inrgate/sdk/express';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { ask } from './asking.ts';
import type { Order, Orders } from './orders.ts';
import { items, noticePage, orderPage, shelfPage } from './pages.ts';

export interface Shop {
  readonly orders: Orders;
  readonly client: GatewayClient;
  readonly credentials: { readonly mchId: string; readonly mchKey: string };
  /** URL of the shop for the gateway and customers, for example `http://127.0.0.1:3000`. */
  readonly origin: string;
}

export async function createShop(shop: Shop): Promise<Express> {
  const { orders, credentials } = shop;
  const store = createSqliteStore(orders.database);
  await store.createTable();
  const app = express();
  // Register this route before any body parser, because the handler verifies the raw bytes.
  app.post(
    '/callbacks',
    callbackMiddleware({ ...credentials, store, onPayin: (payin) => orders.settle(payin) }),
  );
  app.use(pageHeaders, express.urlencoded({ extended: false }));
  addPages(app, shop);
  app.use(noAnswer);
  return app;
}

function addPages(app: Express, shop: Shop): void {
  const { orders } = shop;
  const withOrder =
    (answer: (order: Order, response: Response) => unknown): RequestHandler<{ id: string }> =>
    async ({ params }, response) => {
      const order = orders.find(params.id);
      if (order !== undefined) await answer(order, response);
      else response.status(404).send(noticePage('Not found', 'There is no such order.'));
    };
  app.get('/', (_request, response) => void response.send(shelfPage()));
  app.post('/orders', (request, response) => {
    const item = String(request.body?.item);
    const amount = items.get(item);
    if (amount === undefined) response.status(404).send(noticePage('Not found', 'We do not sell that.'));
    else response.redirect(303, `/orders/${orders.take(item, amount)}`);
  });
  app.get(
    '/orders/:id',
    withOrder((order, response) => response.send(orderPage(order, orders.lastAttempt(order.id)))),
  );
  app.post(
    '/orders/:id/pay',
    withOrder(async (order, response) => response.redirect(303, await checkout(shop, order))),
  );
  app.post(
    '/orders/:id/cancel',
    withOrder(({ id }, response) => {
      orders.cancel(id);
      response.redirect(303, `/orders/${id}`);
    }),
  );
  app.post(
    '/orders/:id/again',
    withOrder(({ item, amount }, response) => response.redirect(303, `/orders/${orders.take(item, amount)}`)),
  );
  // The customer returns from the checkout to this page. Any visitor can open this URL, so the shop queries the
  // gateway.
  app.get(
    '/orders/:id/return',
    withOrder(async ({ id }, response) => {
      const attempt = orders.lastAttempt(id);
      if (attempt !== undefined) await ask(shop, attempt.mchOrderNo);
      response.redirect(303, `/orders/${id}`);
    }),
  );
}

/** Returns the URL of the checkout, or the URL of the order's page if the order is paid. */
async function checkout({ orders, client, origin }: Shop, { id, status, amount }: Order): Promise<string> {
  if (status !== 'open') return `/orders/${id}`;
  // A call with the same order number returns the same pay-in, so two clicks or a retry create only one pay-in.
  const payin = await client.payins.create({
    mchOrderNo: orders.openAttempt(id),
    amount,
    notifyUrl: `${origin}/callbacks`,
    returnUrl: `${origin}/orders/${id}/return`,
  });
  orders.settle(payin);
  return payin.status === 'pending' ? payin.payUrl : `/orders/${id}`;
}

/** Blocks all scripts, and hides an order's secret URL from other pages. */
const pageHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  next();
};

const noAnswer: ErrorRequestHandler = (error, _request, response, _next) => {
  console.error(error);
  const text = 'Nothing is lost, and nothing is paid twice: go back and try again in a minute.';
  response.status(isGatewayError(error) ? 502 : 500).send(noticePage('That did not work', text));
};
