import { dayOf, duration, moment, plural, rupees, timeOf } from '../format.ts';
import { Field, Fields, MonoFields } from '../parts/fields.tsx';
import { Status, Trouble } from '../parts/status.tsx';
import { hrefOf } from '../route.ts';
import { now, today } from '../store.ts';
import type { Callback, Link, Order, OrderKind, Payin, Payout } from '../types.ts';
import { Moves } from './moves.tsx';
import { Simulated } from './simulated.tsx';
import { Where } from './where.tsx';

export interface SummaryProps {
  readonly kind: OrderKind;
  readonly id: string;
  readonly order: Order;
  readonly callbacks: readonly Callback[];
}

export function Summary({ kind, id, order, callbacks }: SummaryProps) {
  return (
    <>
      <Where id={id} />
      <Simulated of={order.simulated} />
      <Moves kind={kind} id={id} order={order} canResend={callbacks.length > 0} />
      <Fields>
        <MonoFields
          of={'mchOrderNo' in order ? { mchOrderNo: order.mchOrderNo } : { client_ref: order.clientRef }}
        />
        <Field name="Merchant">
          <a href={hrefOf({ view: 'merchants', id: order.mchId })}>{order.mchId}</a>
        </Field>
        <Field name="Amount">
          <strong>{rupees(order.amount)}</strong>
        </Field>
        <Field name="Fee">{rupees(order.fee)}</Field>
        {'totalDebit' in order ? <PayoutFields payout={order} /> : <DepositFields deposit={order} />}
        <Field name="Created">
          <Instant at={order.createdAt} />
        </Field>
        {'expiresAt' in order && (
          <Field name="Expires">
            <Instant at={order.expiresAt} /> {order.status === 'pending' && <Left until={order.expiresAt} />}
          </Field>
        )}
        <Field name="Paid">{order.paidAt !== null && <Instant at={order.paidAt} />}</Field>
      </Fields>
      <Callbacks callbacks={callbacks} />
    </>
  );
}

function DepositFields({ deposit }: { readonly deposit: Payin | Link }) {
  const { paidAmount, amount } = deposit;
  return (
    <>
      <Field name="Net amount">{rupees(deposit.netAmount)}</Field>
      <Field name="Paid amount">
        {paidAmount !== null && (
          <>
            {rupees(paidAmount)}
            {paidAmount !== amount && <em class="warn"> differs from the requested amount</em>}
          </>
        )}
      </Field>
      <Field name="Trade type">{deposit.tradeType}</Field>
      <MonoFields of={{ 'USDT amount': deposit.usdtAmount, Address: deposit.address, UTR: deposit.utr }} />
      <Field name="extra">{'extra' in deposit ? deposit.extra : deposit.note}</Field>
      <Field name="Checkout">
        <a href={deposit.payUrl} target="_blank" rel="noreferrer">
          {deposit.payUrl}
        </a>
      </Field>
      <MonoFields of={{ notifyUrl: deposit.notifyUrl, returnUrl: deposit.returnUrl }} />
    </>
  );
}

function PayoutFields({ payout }: { readonly payout: Payout }) {
  return (
    <>
      <Field name="Total debit">{rupees(payout.totalDebit)}</Field>
      <Field name="Pay type">{payout.payType}</Field>
      <MonoFields of={{ ...payout.destination, txid: payout.txid }} />
      <Field name="Message">{payout.message}</Field>
    </>
  );
}

function Instant({ at }: { readonly at: string }) {
  const instant = Date.parse(at);
  return (
    <time dateTime={at} class="mono">
      {dayOf(instant)} {timeOf(instant)}
    </time>
  );
}

function Left({ until }: { readonly until: string }) {
  const ms = Date.parse(until) - now.value;
  return <em>{ms > 0 ? `in ${duration(ms)}` : 'now'}</em>;
}

function Callbacks({ callbacks }: { readonly callbacks: readonly Callback[] }) {
  if (callbacks.length === 0) return null;
  return (
    <>
      <h3>Callbacks</h3>
      <ul class="lines">
        {callbacks.map((callback) => (
          <CallbackLine key={callback.id} callback={callback} />
        ))}
      </ul>
    </>
  );
}

function CallbackLine({ callback }: { readonly callback: Callback }) {
  const { id, event, state, attempts, nextAttemptAt } = callback;
  return (
    <li>
      <a href={hrefOf({ view: 'callbacks', id })}>{event}</a> <Status of={state} /> <Trouble of={callback} />{' '}
      <span class="quiet">
        {plural(attempts.length, 'attempt')}
        {nextAttemptAt !== null && `, next at ${moment(nextAttemptAt, today.value)}`}
      </span>
    </li>
  );
}
