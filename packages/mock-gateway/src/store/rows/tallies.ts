import type { Tallies } from '../store.ts';

/** Number of rows in a state. A state can occur in several counts, which are added. */
export interface Count {
  readonly what: string;
  readonly status: string;
  readonly total: number;
}

/** Adds the counts by kind and state, and omits zeros. */
export function tallied(counts: readonly Count[]): Tallies {
  const of = (what: string): Readonly<Record<string, number>> => {
    const sums = new Map<string, number>();
    for (const count of counts) {
      if (count.what === what) sums.set(count.status, (sums.get(count.status) ?? 0) + Number(count.total));
    }
    return Object.fromEntries([...sums].filter(([, total]) => total > 0));
  };
  return { payins: of('payin'), links: of('link'), payouts: of('payout'), callbacks: of('callback') };
}
