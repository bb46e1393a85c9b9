import type { NewCallback } from '../domain/callback.ts';

/** The moved order with the callback of the move, or the state that does not allow the move. */
export type Moved<Order, Status> =
  | { readonly ok: true; readonly value: Order; readonly callback: NewCallback | null }
  | { readonly ok: false; readonly refusal: 'illegal_transition'; readonly status: Status };
