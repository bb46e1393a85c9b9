import { formatIst } from '@inrgate/sdk/internal';
import {
  canStillExpire,
  type Deposit,
  type DepositState,
  depositStateAt,
  merchantReference,
} from '../../domain/deposit.ts';
import type { WireResponse } from '../../http/core/exchange.ts';
import { type Html, html } from '../html.ts';
import { pagesOf } from '../page.ts';
import { developerDrawer } from './drawer.ts';
import { figure } from './figure.ts';
import { paymentMethod } from './method.ts';
import { copyButton, type Problem } from './parts.ts';
import { rupees } from './rupees.ts';
import { scriptPath } from './script.ts';
import type { CheckoutClock, CheckoutStatus } from './status.ts';
import { checkoutStyle } from './style.ts';

export interface CheckoutView {
  readonly deposit: Deposit;
  readonly clock: CheckoutClock;
  readonly standing: CheckoutStatus;
  /** True if the page shows the actions of the developer. */
  readonly operator: boolean;
  readonly url: string;
  /** Issue of the submitted form. */
  readonly problem: Problem | null;
}

const write = pagesOf({ style: checkoutStyle, script: scriptPath });

const titles = {
  pending: 'Payment requested',
  success: 'Payment received',
  failed: 'Payment failed',
  expired: 'The order has expired',
} as const satisfies Record<DepositState['status'], string>;

/** The page of an order, with the actions that the customer can still take. */
export function checkoutPage(view: CheckoutView): WireResponse {
  const { deposit, clock, standing, operator, url, problem } = view;
  const { status, payable } = standing;
  const body = html`<div class="checkout${payable ? ' paying' : ''}" data-checkout="/pay/${deposit.payToken}" data-status="${status}" data-payable="${String(payable)}" data-remaining="${String(standing.remainingMs)}" data-clock="${standing.clock}">
${summary(view)}
${payable ? paymentMethod(deposit, problem) : ''}
${developerDrawer({ deposit, payable, expires: canStillExpire(deposit, clock.now), operator, url, problem })}
<p class="unseen" role="status" data-said></p>
</div>`;
  const page = write(problem === null ? 200 : 422, `${titles[status]} · ${deposit.orderNo}`, body);
  return status === 'success' ? returning(page, deposit) : page;
}

/** Seconds after which the page of a paid order sends the customer to the shop, as hosted pages do. */
const returnSeconds = 5;

/** Sends the customer to `returnUrl` (spec: POST pay-in, "where the customer is sent after paying"). */
function returning(page: WireResponse, { returnUrl }: Deposit): WireResponse {
  if (returnUrl === null) return page;
  // A header contains only ASCII.
  const { href } = new URL(returnUrl);
  return { ...page, headers: { ...page.headers, refresh: `${returnSeconds}; url=${href}` } };
}

function summary(view: CheckoutView): Html {
  const { deposit, standing, clock } = view;
  const { status } = standing;
  const state = depositStateAt(deposit, clock.now);
  const shown = state.status === 'success' ? state.paidAmount : deposit.amount;
  return html`<section class="card summary ${status === 'pending' ? '' : `outcome ${status}`}" aria-label="The order">
<p class="payee"><span class="monogram" aria-hidden="true">${[...deposit.mchId][0]?.toUpperCase() ?? ''}</span><span><small>Payment to</small><strong>${deposit.mchId}</strong></span></p>
<h1 data-status="${status}">${titles[status]}</h1>
<p class="amount">${figure(rupees(shown))}</p>
${outlook(view)}
<dl>
${facts(deposit, state)}</dl>
${standing.payable ? waiting(deposit) : ''}
${goBack(deposit, status)}
</section>`;
}

/** Explains the state to the customer in one sentence. */
function outlook({ deposit, standing: { status, payable } }: CheckoutView): Html {
  const end = html`<time datetime="${formatIst(deposit.expiresAt)}">${clockTime(deposit.expiresAt)}</time>`;
  if (status === 'pending') {
    return html`<p class="time quiet"><strong class="timer" role="timer" data-timer hidden></strong><span>Pay by ${end}</span></p>`;
  }
  const sentence = {
    success: html`Thank you. ${deposit.returnUrl === null ? 'You can close this page.' : 'This page goes back to the shop in five seconds.'}`,
    failed: html`No money was taken. ${payable ? 'You can try again.' : 'You can no longer pay this order.'}`,
    expired: payable
      ? html`This order expired at ${end}. You can still pay. The gateway credits late payments.`
      : html`This order expired at ${end}. You can no longer pay this order. If money has left your account, contact the shop.`,
  }[status];
  return html`<p class="said quiet">${sentence}</p>`;
}

function facts(deposit: Deposit, state: DepositState): readonly Html[] {
  const reference = merchantReference(deposit) ?? deposit.orderNo;
  const note = deposit.kind === 'link' ? deposit.note : '';
  return [
    fact('Order', html`<span>${reference}</span>${copyButton('the order number', reference)}`),
    ...(deposit.usdt === null ? [] : [fact('Network', html`TRC20 (TRON)`)]),
    ...(note === '' ? [] : [fact('For', html`${note}`)]),
    ...(state.status === 'success' ? paidFacts(deposit, state) : []),
  ];
}

function paidFacts(deposit: Deposit, state: Extract<DepositState, { status: 'success' }>): readonly Html[] {
  const late = state.paidAt >= deposit.expiresAt ? ', after the order had expired' : '';
  return [
    ...(state.paidAmount === deposit.amount ? [] : [fact('Requested', figure(rupees(deposit.amount)))]),
    fact('Paid', html`<time datetime="${formatIst(state.paidAt)}">${clockTime(state.paidAt)}${late}</time>`),
    ...(state.utr === null ? [] : [fact('UTR', html`${state.utr}`)]),
  ];
}

function fact(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function waiting({ payToken }: Deposit): Html {
  return html`<p class="live" role="status" data-live="Waiting for the payment" hidden>Waiting for the payment</p>
<noscript><p class="live"><a href="/pay/${payToken}">Already paid? Check again</a></p></noscript>`;
}

function goBack({ returnUrl }: Deposit, status: DepositState['status']): Html | string {
  if (returnUrl === null || status === 'pending') return '';
  const look = status === 'success' ? 'button first wide' : 'button wide';
  return html`<p class="back"><a class="${look}" href="${returnUrl}" rel="noreferrer">Back to the shop</a></p>`;
}

const dateAndTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** Formats a time in India: `20 Nov, 3:34 pm`. */
function clockTime(epochMs: number): string {
  return dateAndTime.format(epochMs);
}
