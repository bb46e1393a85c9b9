import type { AddressInfo } from 'node:net';
import { type Books, type Credentials, createServer } from '@inrgate/example-webhook-server/server';
import { GatewayClient, type Wallet } from '@inrgate/sdk';
import { canonicalText } from '@inrgate/sdk/protocol';
import { payAtCheckout } from './checkout.ts';
import { control } from './control.ts';
import { type Ready, startGateway } from './gateway-process.ts';
import { call, chapter, holds, show } from './story.ts';

/** The merchant's client and server. */
interface Merchant {
  readonly credentials: Credentials;
  readonly client: GatewayClient;
  readonly books: Books;
  readonly callbackUrl: string;
}

/** Runs a whole day over real HTTP. Throws at the first failed step. */
export async function playDay(): Promise<void> {
  chapter('The gateway opens, and so does the shop');
  const gateway = await startGateway();
  const { ready } = gateway;
  show('gateway', `${ready.baseUrl} (a process of its own)`);
  const { merchant, close } = await openShop(ready);
  try {
    await aCustomerPays(merchant, ready);
    await theShopWithdraws(merchant, ready);
    await anOldIntegrationSellsByLink(merchant, ready);
    await theDayEnds(merchant, ready);
  } finally {
    close();
  }
  holds('the gateway stops cleanly when it is asked to', (await gateway.stop()) === 0);
  console.log('\nEvery step held.');
}

async function openShop(ready: Ready): Promise<{ merchant: Merchant; close: () => void }> {
  const [credentials] = ready.merchants;
  if (credentials === undefined) throw new Error('the gateway has no merchant');
  const books: Books = { orders: new Map(), withdrawals: new Map() };
  const server = createServer(credentials, books).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  show('merchant', `${credentials.mchId}, called back at ${callbackUrl}`);
  const { baseUrl, legacyBaseUrl } = ready;
  const client = new GatewayClient({ ...credentials, baseUrl, legacyBaseUrl, fetch: tellAndFetch });
  // Save the callback URL, because the gateway sends callbacks of payouts only to the saved URL (spec: POST payout).
  await control(`${ready.controlUrl}/merchants/${credentials.mchId}`, 'PATCH', { callbackUrl });
  return { merchant: { credentials, client, books, callbackUrl }, close: () => server.close() };
}

async function aCustomerPays({ client, books, callbackUrl }: Merchant, ready: Ready): Promise<void> {
  chapter('A customer pays for ORDER-1');
  const before = await client.balance.retrieve();
  books.orders.set('ORDER-1', { amount: '500.00', paid: false });
  const payin = await client.payins.create({
    mchOrderNo: 'ORDER-1',
    amount: '500.00',
    notifyUrl: callbackUrl,
    extra: 'blue shirt',
  });
  show('answer', `${payin.status}, the customer pays at ${payin.payUrl}`);
  call('customer', 'gateway', 'opens the checkout and presses Pay');
  show('checkout', await payAtCheckout(payin.payUrl));
  await callbackOf(payin.orderNo, ready);
  holds(
    'the merchant verified the callback and marked ORDER-1 as paid',
    books.orders.get('ORDER-1')?.paid === true,
  );
  const after = await client.balance.retrieve();
  showWallet(before, after);
  holds('the wallet has grown by the amount less 11%: 445.00', after.available === '100445.00');
  const found = await client.payins.retrieve({ mchOrderNo: 'ORDER-1' });
  holds('a query confirms it: success', found.status === 'success');
}

async function theShopWithdraws({ client, books }: Merchant, ready: Ready): Promise<void> {
  chapter('The merchant withdraws 1000.00 to a UPI ID');
  const before = await client.balance.retrieve();
  const payout = await client.payouts.create({
    mchOrderNo: 'W-1',
    amount: '1000.00',
    upiId: 'asha@okhdfcbank',
  });
  show('answer', `${payout.status}, ${payout.totalDebit} with the fee is held`);
  const held = await client.balance.retrieve();
  holds('amount and fee, 1075.00, are held', held.frozen === '1075.00');
  const order = `${ready.controlUrl}/payouts/${payout.orderNo}`;
  call('operator', 'gateway', 'approves the payout');
  await control(`${order}/approve`, 'POST', {});
  await callbackOf(payout.orderNo, ready);
  holds('the merchant received the callback: processing', books.withdrawals.get('W-1') === 'processing');
  call('operator', 'gateway', 'completes the transfer');
  await control(`${order}/complete`, 'POST', { txid: 'UPI412345678901' });
  await callbackOf(payout.orderNo, ready);
  holds('the merchant received the callback: success', books.withdrawals.get('W-1') === 'success');
  const after = await client.balance.retrieve();
  showWallet(before, after);
  holds('the held money has left the wallet', after.available === '99370.00' && after.frozen === '0.00');
}

async function anOldIntegrationSellsByLink(
  { client, books, callbackUrl }: Merchant,
  ready: Ready,
): Promise<void> {
  chapter('An old integration sells by a payment link (v1)');
  books.orders.set('LINK-1', { amount: '250.00', paid: false });
  const link = await client.links.create({ clientRef: 'LINK-1', amount: '250', notifyUrl: callbackUrl });
  show('answer', `${link.status}, the customer pays at ${link.payUrl}`);
  call('customer', 'gateway', 'opens the checkout and presses Pay');
  show('checkout', await payAtCheckout(link.payUrl));
  await callbackOf(link.linkCode, ready);
  holds(
    'the merchant verified the webhook and marked LINK-1 as paid',
    books.orders.get('LINK-1')?.paid === true,
  );
  const found = await client.links.retrieve({ linkCode: link.linkCode });
  holds('a query confirms it: success', found.status === 'success');
}

async function theDayEnds({ client }: Merchant, ready: Ready): Promise<void> {
  chapter('The day ends');
  const wallet = await client.balance.retrieve();
  holds('the wallet is 100000.00 + 445.00 - 1075.00 + 222.50', wallet.total === '99592.50');
  const { balanced } = await control<{ balanced: boolean }>(`${ready.controlUrl}/ledger/check`, 'GET');
  holds("the gateway's ledger balances", balanced);
}

/** Prints the signed string of a request without the key, then sends the request. */
async function tellAndFetch(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  const parameters = text === '' ? Object.fromEntries(searchParams) : JSON.parse(text);
  call('merchant', 'gateway', `${request.method} ${pathname}`);
  show('signed text', signedText(parameters));
  show('sign', String(parameters.sign));
  return fetch(request);
}

/** Returns the signed string with masked keys. v1 sends a key as `api_key`. */
function signedText(parameters: Readonly<Record<string, string>>): string {
  const { api_key: key } = parameters;
  return canonicalText(key === undefined ? parameters : { ...parameters, api_key: '********' }, '********');
}

/** Waits until the gateway has delivered the order's latest callback, then prints it. */
async function callbackOf(orderNo: string, { controlUrl }: Ready): Promise<void> {
  await control(`${controlUrl}/callbacks/settle`, 'POST', { timeoutMs: 10_000 });
  const { items } = await control<{ items: Callback[] }>(`${controlUrl}/callbacks?orderNo=${orderNo}`, 'GET');
  const [callback] = items;
  const attempt = callback?.attempts.at(-1);
  if (callback === undefined || attempt === undefined) throw new Error(`nothing was sent about ${orderNo}`);
  call('gateway', 'merchant', `${callback.event} [${attempt.status}] attempt ${attempt.number}`);
  show('body', callback.body);
  show('signed text', signedText(JSON.parse(callback.body)));
  holds(`the merchant answered ${attempt.responseBody}`, callback.state === 'delivered');
}

interface Callback {
  readonly event: string;
  readonly state: string;
  readonly body: string;
  readonly attempts: readonly {
    readonly number: number;
    readonly status: number | null;
    readonly responseBody: string | null;
  }[];
}

function showWallet(before: Wallet, after: Wallet): void {
  show('wallet', `${text(before)} before, ${text(after)} after`);
}

function text({ available, frozen }: Wallet): string {
  return `${available} INR (${frozen} held)`;
}
