import type { LedgerEntry } from './types.ts';

/** Balances after each change: instants in seconds since the epoch, and amounts in rupees for drawing. */
export interface Series {
  readonly at: readonly number[];
  readonly available: readonly number[];
  readonly held: readonly number[];
}

/** Maximum number of points. A plot is only a few hundred pixels wide, so more points would not be visible. */
const mostPoints = 2_000;

/** Calculates the merchant's two balances from its journal, oldest first. */
export function seriesOf(entries: readonly LedgerEntry[], mchId: string): Series {
  const series = { at: [] as number[], available: [] as number[], held: [] as number[] };
  const accounts = {
    [`merchant:${mchId}:available`]: 'available',
    [`merchant:${mchId}:held`]: 'held',
  } as const;
  // Add in paise, because sums of floats would be inexact.
  const balances = { available: 0, held: 0 };
  for (const { at, account, amount } of entries) {
    const name = accounts[account as keyof typeof accounts];
    if (name === undefined) continue;
    balances[name] += Math.round(Number(amount) * 100);
    const second = Date.parse(at) / 1_000;
    if (series.at.at(-1) === second) {
      series.available.pop();
      series.held.pop();
    } else series.at.push(second);
    series.available.push(balances.available / 100);
    series.held.push(balances.held / 100);
  }
  return thinned(series);
}

/** Keeps every n-th point, and always the last point. */
function thinned(series: Series): Series {
  const each = Math.ceil(series.at.length / mostPoints);
  if (each <= 1) return series;
  const keep = <T>(values: readonly T[]) =>
    values.filter((_, at) => at % each === 0 || at === values.length - 1);
  return { at: keep(series.at), available: keep(series.available), held: keep(series.held) };
}
