import type { Result } from './compare.ts';

/** Growth of a measure with the number of orders. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly orders: number; readonly value: number }[];
}

/** Growth of the measures of a gateway with one kind of store. */
export interface StoreGrowth {
  /** Words that name the store after "a gateway", for example `in a file`. */
  readonly store: string;
  readonly measures: readonly Growth[];
}

export interface Grown {
  readonly results: readonly Result[];
  readonly growth: readonly StoreGrowth[];
}

/** A measurement of one kind of store, by the number of orders. */
export interface Growing {
  readonly store: string;
  grow(): Promise<Grown>;
}

/** Returns the name of the plot of a store. */
export function plotOf(store: string): string {
  return `benchmarks-growth-${store.split(' ').at(-1)?.toLowerCase()}.svg`;
}
