import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { duration, moment } from '../format.ts';
import { callbackMoments } from '../moments.ts';
import { Field, Fields } from '../parts/fields.tsx';
import { HttpStatus, Status } from '../parts/status.tsx';
import { hrefOf, type Route } from '../route.ts';
import { today } from '../store.ts';
import type { Attempt, CallbackInFull, Order, OrderKind } from '../types.ts';
import { Detail } from './detail.tsx';
import { CallbackMessages } from './raw.tsx';
import { Resend } from './resend.tsx';
import { CallbackSignature } from './signature.tsx';
import { Moments } from './timeline.tsx';

const views = { payin: 'payins', payout: 'payouts', link: 'links' } as const;

/** One callback with its URL, its attempts and its next attempt. */
export function CallbackDetail({ at }: { readonly at: Route & { readonly id: string } }) {
  const answered = useAnswer<CallbackInFull>(`/callbacks/${segment(at.id)}`);
  return (
    <Detail
      at={at}
      title={at.id}
      answered={answered}
      badge={({ state }) => <Status of={state} />}
      tabs={{
        summary: (callback) => <Summary callback={callback} />,
        timeline: (callback) => <Moments moments={callbackMoments(callback)} />,
        raw: (callback) => <CallbackMessages callback={callback} />,
        signature: (callback) => <CallbackSignature callback={callback} />,
      }}
    />
  );
}

function Summary({ callback }: { readonly callback: CallbackInFull }) {
  const { kind, orderNo, event, mchId, url, format, createdAt, nextAttemptAt, attempts } = callback;
  const view = kind === 'test' ? null : views[kind];
  return (
    <>
      {view !== null && orderNo !== null && <ResendLatest view={view} orderNo={orderNo} />}
      <Fields>
        <Field name="Event">{event}</Field>
        <Field name="Order" mono>
          {view === null || orderNo === null ? null : <a href={hrefOf({ view, id: orderNo })}>{orderNo}</a>}
        </Field>
        <Field name="Merchant">
          <a href={hrefOf({ view: 'merchants', id: mchId })}>{mchId}</a>
        </Field>
        <Field name="To" mono>
          {url ?? 'not sent: the order and the merchant have no callback URL'}
        </Field>
        <Field name="Format">{format}</Field>
        <Field name="Created">{moment(createdAt, today.value)}</Field>
        <Field name="Next attempt">
          {nextAttemptAt === null ? null : moment(nextAttemptAt, today.value)}
        </Field>
      </Fields>
      {attempts.length > 0 && <h3>Attempts</h3>}
      <ol class="lines">
        {attempts.map((one) => (
          <AttemptLine key={one.number} attempt={one} usual={url} />
        ))}
      </ol>
    </>
  );
}

/** Button that re-sends the order's latest callback. Earlier callbacks have no button. */
function ResendLatest({ view, orderNo }: { readonly view: OrderKind; readonly orderNo: string }) {
  const { data: order } = useAnswer<Order>(`/${view}/${segment(orderNo)}`);
  if (order === null) return null;
  return (
    <div class="moves">
      <Resend kind={view} id={orderNo} order={order} label="Re-send the order’s latest…" />
    </div>
  );
}

interface AttemptLineProps {
  readonly attempt: Attempt;
  /** URL of the callback. The list of attempts shows only other URLs. */
  readonly usual: string | null;
}

export function AttemptLine({ attempt: one, usual }: AttemptLineProps) {
  const { number, manual, startedAt, status, ok, reason, durationMs, url, fault } = one;
  return (
    <li>
      <span class="mono quiet">{moment(startedAt, today.value)}</span> {manual ? 're-send' : 'attempt'}{' '}
      {number} <HttpStatus of={status} />{' '}
      <span class={ok ? 'quiet' : 'ill'}>{ok ? 'delivered' : 'not delivered'}</span>{' '}
      {reason !== null && <span class="quiet">{reason}</span>}{' '}
      <span class="mono quiet">{duration(durationMs)}</span>{' '}
      {url !== usual && <span class="mono">to {url}</span>}{' '}
      {fault !== null && (
        <span class="warn" title={`${fault.kind}, ${fault.id}`}>
          {fault.note}
        </span>
      )}
    </li>
  );
}
