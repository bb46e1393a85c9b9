import { dayOf, duration, monthDayOf, timeOf } from '../format.ts';
import { type Moment, momentsOf } from '../moments.ts';
import { TimeAxis } from '../parts/time-axis.tsx';
import { now } from '../store.ts';
import type { Callback, LoggedRequest, Order } from '../types.ts';

export interface TimelineProps {
  readonly order: Order;
  readonly requests: readonly LoggedRequest[];
  readonly callbacks: readonly Callback[];
}

/** The events from the request to the last attempt and the next expected event, as a drawing to scale and as a list. */
export function Timeline({ order, requests, callbacks }: TimelineProps) {
  const expiry: readonly Moment[] =
    'expiresAt' in order && order.status === 'pending'
      ? [
          {
            at: Date.parse(order.expiresAt),
            lane: 'State',
            title: 'expires',
            detail: 'unless it is paid',
            mood: 'waits',
            due: true,
          },
        ]
      : [];
  const moments = [...momentsOf(order.timeline, requests, callbacks), ...expiry];
  return <Moments moments={moments} />;
}

export function Moments({ moments }: { readonly moments: readonly Moment[] }) {
  const start = moments[0]?.at ?? 0;
  return (
    <>
      <TimeAxis moments={moments} now={now.value} />
      <ol class="moments">
        {moments.map((moment, index) => (
          <Line key={index} moment={moment} start={start} before={moments[index - 1]} />
        ))}
      </ol>
    </>
  );
}

interface LineProps {
  readonly moment: Moment;
  readonly start: number;
  readonly before: Moment | undefined;
}

function Line({ moment, start, before }: LineProps) {
  const { at, title, detail, mood, due, tookMs } = moment;
  const gap = before === undefined ? 0 : at - before.at;
  const isNextDay = before !== undefined && dayOf(at) !== dayOf(before.at);
  return (
    <li class={`${mood} ${due ? 'due' : ''}`}>
      {(gap >= 1_000 || isNextDay) && (
        <span class="gap">
          {duration(gap)} later{isNextDay && `, on ${monthDayOf(at)}`}
        </span>
      )}
      <time class="mono" title={`${duration(at - start)} after the first`}>
        {timeOf(at)}
      </time>
      <span class="dot" />
      <span class="what">
        <strong>{title}</strong> <span class="quiet">{detail}</span>
        {tookMs !== undefined && <span class="quiet mono"> {duration(tookMs)}</span>}
      </span>
    </li>
  );
}
