import { clockOf, monthDayOf, rupees, timeOf } from './format.ts';

/**
 * Formats times in IST as labels, with seconds if these differ. The first label of each day shows the day on a second
 * line.
 */
export function timeLabels(seconds: readonly number[]): string[] {
  const step = stepOf(seconds);
  const write = step > 0 && step % 60 === 0 ? clockOf : timeOf;
  let day = '';
  return seconds.map((at) => {
    const before = day;
    day = monthDayOf(at * 1_000);
    if (step >= 86_400) return day;
    return day === before ? write(at * 1_000) : `${write(at * 1_000)}\n${day}`;
  });
}

/** Formats amounts as labels in whole rupees, or with paise if the steps are smaller than a rupee. */
export function amountLabels(values: readonly number[]): string[] {
  const write = stepOf(values) < 1 ? (value: number) => value.toFixed(2) : String;
  return values.map((value) => rupees(write(value)));
}

/** Returns the distance between the labels. For a single label, returns 0, so the label shows all parts. */
function stepOf([first = 0, second = first]: readonly number[]): number {
  return second - first;
}
