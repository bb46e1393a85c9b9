import type { Result } from './compare.ts';

/** How something grows with the orders that there are. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly { readonly orders: number; readonly value: number }[];
}

/** What was measured at once. */
export interface Grown {
  readonly results: readonly Result[];
  readonly growth: readonly Growth[];
}
