import type { Result } from './compare.ts';

/** Growth of a measure with the number of orders. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly orders: number; readonly value: number }[];
}

export interface Grown {
  readonly results: readonly Result[];
  readonly growth: readonly Growth[];
}
