import { type Deposit, depositStateAt } from '../../domain/deposit.ts';
import type { WireRequest, WireResponse } from '../../http/exchange.ts';
import { emptyResponse } from '../../http/respond.ts';
import type { Ports } from '../../operations/ports.ts';
import { failOrder, payOrder } from '../../operations/settle-deposit.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { checkoutPage } from './checkout-page.ts';

/** `/pay/<token>` shows the order; `/pay/<token>/pay` and `/fail` are its two forms. */
const address = /^\/pay\/([A-Za-z0-9_-]{1,64})(?:\/(pay|fail))?$/;

/** The hosted checkout. The token is the only key to it. */
export async function answerCheckout(request: WireRequest, ports: Ports): Promise<WireResponse> {
  const [, token = '', move] = address.exec(request.path) ?? [];
  const deposit = token === '' ? null : await ports.store.deposits.byPayToken(token);
  if (deposit === null) return notFound();
  if (move === undefined) return show(request, ports, deposit);
  if (request.method !== 'POST') return { ...emptyResponse(405), headers: { allow: 'POST' } };
  return settle(ports, deposit, move);
}

function show(request: WireRequest, ports: Ports, deposit: Deposit): WireResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { ...emptyResponse(405), headers: { allow: 'GET, HEAD' } };
  }
  const state = depositStateAt(deposit, ports.clock.now());
  const { latePayments } = ports.settings();
  return checkoutPage(deposit, state, { takesLatePayments: latePayments === 'credit' });
}

/** Whatever came of it, the page shows the order as it is now: pressing twice pays once. */
async function settle(ports: Ports, deposit: Deposit, move: string): Promise<WireResponse> {
  const { orderNo, payToken } = deposit;
  if (move === 'pay') await payOrder(ports, { orderNo, by: 'customer' });
  else await failOrder(ports, { orderNo, by: 'customer' });
  return { ...emptyResponse(303), headers: { location: `/pay/${payToken}` } };
}

function notFound(): WireResponse {
  const body = html`<h1>No such payment page</h1>
<p>The address is not one that this gateway has given out.</p>`;
  return page(404, 'No such payment page', body);
}
