import { formatUsdt } from '@inrgate/sdk/protocol';
import type { Deposit, UsdtQuote } from '../../domain/deposit.ts';
import { type Html, html } from '../html.ts';
import { figure } from './figure.ts';
import { copyButton, type Problem, problemText } from './parts.ts';
import { qrCode } from './qr.ts';
import { upiAppLinks, upiLink } from './upi-link.ts';

/** Payment instructions for the customer. */
export function paymentMethod(deposit: Deposit, problem: Problem | null): Html {
  return deposit.usdt === null ? upiMethod(deposit, problem) : usdtMethod(deposit.usdt);
}

function upiMethod(deposit: Deposit, problem: Problem | null): Html {
  const link = upiLink(deposit);
  return html`<section class="card method" aria-labelledby="method">
<h2 id="method">Pay with UPI</h2>
<div class="ways">
<ul class="apps" role="list">
<li><a class="button first wide" href="${link}">Open a UPI app</a></li>
${upiAppLinks(deposit).map(([app, address]) => html`<li><a class="button wide" href="${address}">${app}</a></li>\n`)}</ul>
${scanned(qrCode(link, 'QR code of the UPI payment'), 'Scan with any UPI app')}
</div>
<hr>
${utrForm(deposit, problem)}
</section>`;
}

/** Form for a customer whose payment the gateway has not received. */
function utrForm({ payToken }: Deposit, problem: Problem | null): Html {
  const wrong = problem?.field === 'utr' ? problem : null;
  return html`<h3>Already paid?</h3>
<form method="post" action="/pay/${payToken}/utr" novalidate>
<label for="utr">UTR, the payment’s 12-digit reference</label>
<p class="hint" id="utr-hint">Your UPI app shows the UTR with the payment, sometimes as UPI Ref. No. or RRN.</p>
<div class="entry"><input id="utr" name="utr" inputmode="numeric" autocomplete="off" spellcheck="false" aria-describedby="utr-hint${wrong === null ? '' : ' utr-error'}" ${wrong === null ? '' : { markup: 'aria-invalid="true" autofocus' }} value="${wrong?.value ?? ''}">
<button>I have paid</button></div>
${problemText(wrong)}
</form>`;
}

function usdtMethod({ amount, address }: UsdtQuote): Html {
  const exact = formatUsdt(amount);
  return html`<section class="card method" aria-labelledby="method">
<h2 id="method">Pay with USDT</h2>
<p class="warning"><strong>Only USDT on the TRC20 network (TRON).</strong> You lose payments in other coins or on other networks.</p>
<div class="ways">
<div class="amounts">
<div class="exact"><small>Send exactly</small><span><b>${figure(exact)} USDT</b>${copyButton('the amount', exact)}</span></div>
<div class="exact"><small>To this wallet address on TRC20</small><span><b>${address}</b>${copyButton('the address', address)}</span></div>
</div>
${scanned(qrCode(address, 'QR code of the wallet address'), 'Scan the wallet address')}
</div>
<p class="quiet">Send the exact amount in one transfer. Your wallet or exchange charges a separate fee.</p>
</section>`;
}

function scanned(code: Html, caption: string): Html {
  return html`<figure class="scan"><div class="qr-tile">${code}</div><figcaption class="caption">${caption}</figcaption></figure>`;
}
