import { clockOf, monthDayOf, rupees, timeOf } from './format.ts';

/** Labels with times in IST, with seconds if they differ. The first time of each day shows the day on a second line. */
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

/** Labels in whole rupees, with paise if the steps are smaller than a rupee. */
export function amountLabels(values: readonly number[]): string[] {
  const write = stepOf(values) < 1 ? (value: number) => value.toFixed(2) : String;
  return values.map((value) => rupees(write(value)));
}

/** Distance between the labels. A single label shows all parts. */
function stepOf([first = 0, second = first]: readonly number[]): number {
  return second - first;
}
