// Folder pages/checkout: the hosted checkout.
import type { Deposit } from '../../domain/deposit.ts';
import type { WireRequest, WireResponse } from '../../http/core/exchange.ts';
import { callbackRefusal, isCallback } from '../../http/core/guard.ts';
import { emptyResponse, getOnly, jsonResponse } from '../../http/core/respond.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { checkoutPage } from './checkout-page.ts';
import {
  type CheckoutContext,
  type CheckoutGateway,
  isOperator,
  isOwnPage,
  type MoveName,
  makeMove,
} from './forms.ts';
import type { Problem } from './parts.ts';
import { answerScript, scriptPath } from './script.ts';
import { type CheckoutClock, checkoutStatus } from './status.ts';

/**
 * Paths of the checkout. `/pay/<token>` shows the order, and the open page polls `/status`. The other paths belong to
 * its forms.
 */
const address = /^\/pay\/([A-Za-z0-9_-]{1,64})(?:\/(status|pay|utr|amount|fail|expire))?$/;

/**
 * Handles the hosted checkout. The customer needs only the token. The guard of the control API protects the developer's
 * actions.
 */
export async function answerCheckout(request: WireRequest, context: CheckoutContext): Promise<WireResponse> {
  if (request.path === scriptPath) return getOnly(request, answerScript);
  const [, token = '', part = 'page'] = address.exec(request.path) ?? [];
  const { store } = context.gateway;
  await store.onDisk();
  const deposit = token === '' ? null : store.deposits.byPayToken(token);
  if (deposit === null) return notFound();
  const visit = { request, context, token };
  if (part === 'page') return getOnly(request, () => show(visit, null));
  if (part === 'status')
    return getOnly(request, () => jsonResponse(200, standingOf(deposit, context.gateway)));
  if (request.method !== 'POST') return { ...emptyResponse(405), headers: { allow: 'POST' } };
  return settle(visit, part as MoveName);
}

interface Visit {
  readonly request: WireRequest;
  readonly context: CheckoutContext;
  readonly token: string;
}

/** Shows the order as it is now. */
function show({ request, context, token }: Visit, problem: Problem | null): WireResponse {
  const { gateway, guard, url } = context;
  const deposit = gateway.store.deposits.byPayToken(token);
  if (deposit === null) return notFound();
  const clock = clockOf(gateway);
  const standing = standingOf(deposit, gateway);
  return checkoutPage({ deposit, clock, standing, operator: isOperator(request, guard), url, problem });
}

function clockOf({ clock }: CheckoutGateway): CheckoutClock {
  return { now: clock.now(), mode: clock.mode };
}

function standingOf(deposit: Deposit, gateway: CheckoutGateway) {
  return checkoutStatus(deposit, clockOf(gateway), gateway.store.settings);
}

/**
 * Makes the move and shows the current order, even if the move failed. A second click on Pay therefore does not pay
 * twice.
 */
async function settle(visit: Visit, name: MoveName): Promise<WireResponse> {
  const { request, token, context } = visit;
  if (isCallback(request)) return refused(callbackRefusal);
  if (!isOwnPage(request, context.url))
    return refused('Only this gateway’s own payment page can send this form.');
  const outcome = await makeMove(name, visit);
  if (outcome === 'forbidden') return refused(`Only the operator of the gateway can ${actions[name]}.`);
  if (outcome === 'too_large') return emptyResponse(413);
  if (outcome === 'not_found') return notFound();
  if (outcome !== 'done') return show(visit, outcome);
  return { ...emptyResponse(303), headers: { location: `/pay/${token}` } };
}

/** Descriptions of the actions, for error messages. */
const actions: Readonly<Record<MoveName, string>> = {
  pay: 'pay the order amount',
  utr: 'pay with a UTR',
  amount: 'pay another amount',
  fail: 'simulate a failed payment',
  expire: 'let the order expire',
};

function refused(reason: string): WireResponse {
  return page(403, 'Not allowed', html`<h1>Not allowed</h1>\n<p>${reason} Nothing was changed.</p>`);
}

function notFound(): WireResponse {
  const body = html`<h1>Payment page not found</h1>
<p>This gateway has no order at this URL.</p>`;
  return page(404, 'Payment page not found', body);
}
