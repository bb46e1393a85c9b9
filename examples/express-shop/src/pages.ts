import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { Html, html } from './html.ts';
import type { Attempt, Order } from './orders.ts';

/** Products and prices. A price never comes from a form. */
export const items: ReadonlyMap<string, string> = new Map([
  ['Darjeeling, 250 g', '500.00'],
  ['Assam, 500 g', '640.00'],
  ['Masala chai, 1 kg', '1250.00'],
]);

const style = new Html(`
  :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
  body { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem; }
  a { color: inherit; }
  h1 { font-size: 1.6rem; line-height: 1.2; }
  ul { padding: 0; list-style: none; }
  li, .sum { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .7rem 0;
    border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  form { display: inline; }
  button { font: inherit; min-height: 2.75rem; padding: 0 1.1rem; border: 1px solid #0f766e; border-radius: .6rem;
    background: #0f766e; color: #fff; cursor: pointer; }
  button.quiet { background: none; color: inherit; border-color: currentColor; }
  button:focus-visible, a:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }`);

function page(title: string, body: Html, refresh = false): string {
  const again = refresh ? html`<meta http-equiv="refresh" content="3">` : html``;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${again}
<style>${style}</style>
</head>
<body>
<header><a href="/">Chai &amp; Co.</a></header>
<main><h1>${title}</h1>${body}</main>
</body>
</html>`.text;
}

export function shelfPage(): string {
  const rows = [...items].map(
    ([item, amount]) => html`
<li><span>${item}<br>₹${amount}</span>
<form method="post" action="/orders"><button name="item" value="${item}">Order</button></form></li>`,
  );
  return page('Tea by post', html`<ul>${rows}</ul>`);
}

export function orderPage(order: Order, attempt: Attempt | undefined): string {
  const { item, amount, received, status } = order;
  const underWay = status === 'open' && attempt?.status === 'pending';
  return page(
    titleOf(order, attempt),
    html`
<p class="sum"><span>${item}</span> <span>₹${amount}</span></p>
${received === '0.00' ? html`` : html`<p class="sum"><span>Received</span> <span>₹${received}</span></p>`}
<p>${advice(order, attempt)}</p>
${status === 'open' && received === '0.00' ? html`${button(order, 'pay', 'Pay')} ${button(order, 'cancel', 'Cancel', 'quiet')}` : html``}
${status === 'cancelled' ? button(order, 'again', 'Order again') : html``}`,
    underWay,
  );
}

export function noticePage(title: string, text: string): string {
  return page(title, html`<p>${text}</p><p><a href="/">To the shop</a></p>`);
}

function button({ id }: Order, action: string, label: string, kind = ''): Html {
  return html`<form method="post" action="/orders/${id}/${action}"><button class="${kind}">${label}</button></form>`;
}

function titleOf({ status }: Order, attempt: Attempt | undefined): string {
  if (status === 'paid') return 'Thank you, it is paid';
  if (status === 'cancelled') return 'The order is cancelled';
  if (attempt?.status === 'pending') return 'Waiting for your payment';
  return 'Your order';
}

function advice({ status, amount, received }: Order, attempt: Attempt | undefined): string {
  const excess = parseAmount(received) - (status === 'paid' ? parseAmount(amount) : 0n);
  if (status !== 'open' && excess > 0n) return `₹${formatAmount(excess)} too much came in. We send it back.`;
  if (status === 'paid') return 'Your tea is on its way.';
  if (status === 'cancelled') return 'Nothing is owed. If you pay all the same, we send it back.';
  if (excess > 0n) return 'That is less than the price. Please write to us.';
  if (attempt?.status === 'pending')
    return 'This page shows it as soon as it is paid. The button leads back to the checkout.';
  if (attempt?.status === 'failed') return 'The payment did not succeed. You can try again.';
  if (attempt?.status === 'expired') return 'The time to pay is over. You can try again.';
  return 'You pay on the page of our payment service.';
}
