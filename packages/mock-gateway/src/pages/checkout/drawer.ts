import { defaultOrigin } from '@inrgate/sdk/internal';
import type { Deposit } from '../../domain/deposit.ts';
import { type SimulatedRow, simulatedRows } from '../../simulation/outcomes.ts';
import { type Html, html } from '../html.ts';
import { figure } from './figure.ts';
import { copyButton, type Problem, problemText } from './parts.ts';
import { rupees } from './rupees.ts';

export interface Drawer {
  readonly deposit: Deposit;
  readonly payable: boolean;
  /** True while the order can still expire or fail (spec: States and transitions, Pay-in order). */
  readonly expires: boolean;
  /** True to show the developer's actions, because the viewer may use the control API. */
  readonly operator: boolean;
  readonly url: string;
  readonly problem: Problem | null;
}

/** Controls of the mock that simulate events outside the page. */
export function developerDrawer(drawer: Drawer): Html {
  const { deposit, payable, operator, url, problem } = drawer;
  const command = `inrgate mock pay ${deposit.orderNo}${url === defaultOrigin ? '' : ` --base-url ${url}/v3`}`;
  return html`<details class="drawer"${problem?.field === 'paidAmount' ? { markup: ' open' } : ''}>
<summary>Developer: simulate the payment</summary>
<div class="moves">
${payable ? payForm(deposit) : html`<p>This page allows no further action for this order.</p>`}
${operator ? operatorMoves(drawer) : html`<p class="hint">Only the control API and the command can pay another amount, fail the payment or let the order expire. Both require the control token.</p>`}
<p class="hint">From a terminal: <code>${command}</code> ${copyButton('the command', command)}</p>
${simulatedTable()}
</div>
</details>`;
}

/** Amounts and destinations that determine the moves of simulated customers. */
function simulatedTable(): Html {
  return html`<details class="simulated"><summary>Simulated customers</summary>
<p class="hint">Turn on simulated customers in the settings, or with <code>inrgate serve --simulate</code>. The amount or the destination then determines the outcome of an order.</p>
<table><thead><tr><th scope="col">Amount or destination</th><th scope="col">The order</th></tr></thead><tbody>
${simulatedRows.map((row) => html`<tr><td>${decides(row)}</td><td>${row.will}</td></tr>`)}
</tbody></table></details>`;
}

function decides({ of, by }: SimulatedRow): Html {
  if (by === null) return html`any other ${of}`;
  return of === 'amount' ? html`ends in <code>.${by}</code>` : html`begins with <code>${by}</code>`;
}

function payForm({ payToken, amount }: Deposit): Html {
  return html`<form method="post" action="/pay/${payToken}/pay"><button class="first wide"><span>Pay ${figure(rupees(amount))}</span></button></form>`;
}

function operatorMoves({ deposit, payable, expires, problem }: Drawer): readonly Html[] {
  return [
    ...(payable ? [amountForm(deposit, problem)] : []),
    ...(expires ? [endings(deposit)] : []),
    html`<p><a href="/#/${deposit.kind}s/${deposit.orderNo}">Open this order in the dashboard</a></p>`,
  ];
}

function amountForm({ payToken }: Deposit, problem: Problem | null): Html {
  const wrong = problem?.field === 'paidAmount' ? problem : null;
  return html`<form method="post" action="/pay/${payToken}/amount" novalidate>
<label for="paidAmount">Another amount, in rupees</label>
<div class="entry"><input id="paidAmount" name="paidAmount" inputmode="decimal" autocomplete="off" ${wrong === null ? '' : { markup: 'aria-invalid="true" aria-describedby="paidAmount-error" autofocus' }} value="${wrong?.value ?? ''}">
<button>Pay this amount</button></div>
${problemText(wrong)}
</form>`;
}

function endings({ payToken }: Deposit): Html {
  return html`<div class="endings">
<form method="post" action="/pay/${payToken}/fail"><button class="wide">Fail</button></form>
<form method="post" action="/pay/${payToken}/expire"><button class="wide" aria-describedby="expire-hint">Let it expire</button></form>
<p class="hint" id="expire-hint">This advances the gateway’s clock, which affects every order and callback.</p>
</div>`;
}
