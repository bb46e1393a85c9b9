import { useState } from 'preact/hooks';
import { duration } from '../format.ts';
import type { Moment } from '../moments.ts';
import { grouped, position, type Span, spanOf, ticks, zooms } from '../scale.ts';

const laneHeight = 30;
const axisHeight = 22;
/** Distance below which two marks are joined, as a share of the width. */
const apart = 0.012;

export interface TimeAxisProps {
  readonly moments: readonly Moment[];
  readonly now: number;
}

/** Events on a linear time axis with zoom levels. */
export function TimeAxis({ moments, now }: TimeAxisProps) {
  const [zoom, setZoom] = useState<string | null>(null);
  const whole = spanOf(moments.map(({ at }) => at));
  const closer = zooms(whole);
  const span = closer.find(({ label }) => label === zoom) ?? whole;
  const lanes = [...new Set(moments.map(({ lane }) => lane))];
  return (
    <figure class="axis">
      {closer.length > 0 && (
        <fieldset class="zoom">
          <legend class="unseen">Time range</legend>
          {[{ label: 'everything' }, ...closer].map(({ label }) => (
            <button
              key={label}
              type="button"
              class="small"
              aria-pressed={label === (zoom ?? 'everything')}
              onClick={() => setZoom(label)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <div class="lanes">
        {lanes.map((lane) => (
          <Lane
            key={lane}
            name={lane}
            moments={moments.filter((moment) => moment.lane === lane)}
            span={span}
          />
        ))}
        <Axis span={span} now={now} lanes={lanes.length} />
      </div>
      <figcaption class="unseen">
        {moments.length} events over {duration(whole.to - whole.from)}; the list below contains every event.
      </figcaption>
    </figure>
  );
}

interface LaneProps {
  readonly name: string;
  readonly moments: readonly Moment[];
  readonly span: Span;
}

function Lane({ name, moments, span }: LaneProps) {
  const seen = moments.filter(({ at }) => at >= span.from && at <= span.to);
  return (
    <div class="lane">
      <span class="lane-name" title={name}>
        {name}
      </span>
      <div class="lane-line" aria-hidden="true">
        {grouped(seen, span, apart).map(({ at, marks }) => (
          <span
            key={at}
            class={`mark ${worst(marks)} ${marks.every(({ due }) => due) ? 'due' : ''}`}
            style={{ left: `${at * 100}%` }}
            title={marks.map(({ title, detail }) => `${title}: ${detail}`).join('\n')}
          >
            {marks.length > 1 ? marks.length : ''}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the class of the most important event of a shared mark: the last failure, or else the last success. */
function worst(marks: readonly Moment[]): string {
  return marks.findLast(({ mood }) => mood === 'ill')?.mood ?? marks.at(-1)?.mood ?? 'plain';
}

interface AxisProps {
  readonly span: Span;
  readonly now: number;
  readonly lanes: number;
}

function Axis({ span, now, lanes }: AxisProps) {
  const at = position(now, span);
  return (
    <div class="scale" aria-hidden="true" style={{ height: `${axisHeight}px` }}>
      {ticks(span, 6).map((tick) => (
        <span key={tick.label} class="tick" style={{ left: `${tick.at * 100}%` }}>
          {tick.label}
        </span>
      ))}
      {at >= 0 && at <= 1 && (
        <span
          class="now"
          title="Now"
          style={{ left: `${at * 100}%`, height: `${lanes * laneHeight}px`, top: `${-lanes * laneHeight}px` }}
        />
      )}
    </div>
  );
}
