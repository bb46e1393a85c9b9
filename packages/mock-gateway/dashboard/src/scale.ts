/** A range of time in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Tick {
  /** Position along the axis, from 0 to 1. */
  readonly at: number;
  /** Time since the beginning: `0`, `5 min`, `1 h`. */
  readonly label: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps: readonly (readonly [ms: number, unit: number, name: string])[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => [n * second, second, 's'] as const),
  ...[1, 2, 5, 10, 15, 30].map((n) => [n * minute, minute, 'min'] as const),
  ...[1, 2, 3, 6, 12].map((n) => [n * hour, hour, 'h'] as const),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => [n * day, day, 'd'] as const),
];

/** Returns the range of all events, with a margin. For a single instant, the range is ten seconds. */
export function spanOf(instants: readonly number[]): Span {
  const from = Math.min(...instants);
  const length = Math.max(Math.max(...instants) - from, 10 * second);
  return { from, to: from + length * 1.02 };
}

/** Returns the position of an instant on a linear scale. Values outside 0 to 1 are outside the range. */
export function position(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}

/** Returns round times since the beginning, as many as fit. */
export function ticks({ from, to }: Span, most: number): readonly Tick[] {
  const length = to - from;
  const [step, unit, name] = steps.find(([ms]) => length / ms <= most) ?? [length, day, 'd'];
  const total = Math.floor(length / step) + 1;
  return Array.from({ length: total }, (_, index) => ({
    at: (index * step) / length,
    label: index === 0 ? '0' : `${+((index * step) / unit).toFixed(2)} ${name}`,
  }));
}

/** Returns the zoom levels: the round ranges that are shorter than the whole range. */
export function zooms({ from, to }: Span): readonly (Span & { readonly label: string })[] {
  const lengths = [
    [minute, 'first minute'],
    [10 * minute, 'first 10 min'],
    [hour, 'first hour'],
  ] as const;
  return lengths
    .filter(([ms]) => to - from > ms * 1.5)
    .map(([ms, label]) => ({ from, to: from + ms * 1.02, label }));
}

/** Joins neighbours whose distance is less than `apart` (0 to 1). The marks must be sorted by time. */
export function grouped<Mark extends { readonly at: number }>(
  marks: readonly Mark[],
  span: Span,
  apart: number,
): readonly { readonly at: number; readonly marks: readonly Mark[] }[] {
  const groups: { at: number; marks: Mark[] }[] = [];
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    const at = position(mark.at, span);
    const last = groups.at(-1);
    if (last !== undefined && at - last.at < apart) last.marks.push(mark);
    else groups.push({ at, marks: [mark] });
  }
  return groups;
}
