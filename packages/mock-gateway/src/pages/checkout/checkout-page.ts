import { formatAmount, formatIst, formatUsdt } from '@inrgate/sdk/protocol';
import { type Deposit, type DepositState, merchantReference } from '../../domain/deposit.ts';
import type { WireResponse } from '../../http/exchange.ts';
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

const titles = {
  pending: 'Payment requested',
  success: 'Payment received',
  failed: 'Payment failed',
  expired: 'Payment expired',
} as const satisfies Record<DepositState['status'], string>;

/** The order, and what the customer can still do about it. */
export function checkoutPage(
  deposit: Deposit,
  state: DepositState,
  rules: { readonly takesLatePayments: boolean },
): WireResponse {
  const title = titles[state.status];
  const body = html`<h1 data-status="${state.status}">${title}</h1>
<p class="amount">${rupees.format(formatAmount(deposit.amount) as `${number}`)}</p>
<dl>
${facts(deposit, state).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
${state.status === 'success' ? goBack(deposit) : buttons(deposit, state, rules)}`;
  return page(200, `${title} · ${deposit.orderNo}`, body);
}

function facts(deposit: Deposit, state: DepositState): readonly (readonly [string, string])[] {
  const reference = merchantReference(deposit);
  return [
    ['Paid to', deposit.mchId],
    ['Order', reference ?? deposit.orderNo],
    ...(deposit.usdt === null ? [] : usdtFacts(deposit.usdt)),
    ...(state.status === 'success'
      ? paidFacts(state)
      : [['Valid until', formatIst(deposit.expiresAt)] as const]),
  ];
}

function usdtFacts({
  amount,
  address,
}: NonNullable<Deposit['usdt']>): readonly (readonly [string, string])[] {
  return [
    ['Send exactly', `${formatUsdt(amount)} USDT`],
    ['Network', 'TRC20'],
    ['To address', address],
  ];
}

function paidFacts(
  state: Extract<DepositState, { status: 'success' }>,
): readonly (readonly [string, string])[] {
  return [
    ['Paid', rupees.format(formatAmount(state.paidAmount) as `${number}`)],
    ['At', formatIst(state.paidAt)],
    ...(state.utr === null ? [] : [['Bank reference', state.utr] as const]),
  ];
}

/**
 * A failed order can still be paid, an expired one unless the settings refuse it; only a pending one can fail (spec:
 * States, Pay-in order).
 */
function buttons(
  { payToken }: Deposit,
  { status }: DepositState,
  { takesLatePayments }: { readonly takesLatePayments: boolean },
): Html {
  if (status === 'expired' && !takesLatePayments) return html`<p>It cannot be paid any more.</p>`;
  return html`<form method="post" action="/pay/${payToken}/pay"><button class="pay">Pay</button></form>
${status === 'pending' ? html`<form method="post" action="/pay/${payToken}/fail"><button>Fail</button></form>` : ''}`;
}

function goBack({ returnUrl }: Deposit): Html | string {
  return returnUrl === null ? '' : html`<p><a class="button" href="${returnUrl}">Back to the shop</a></p>`;
}
