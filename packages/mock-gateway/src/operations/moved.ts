import type { Result } from '../domain/result.ts';

/** The moved order, or the state that does not allow the move. */
export type Moved<Order, Status> =
  | Extract<Result<Order, never>, { readonly ok: true }>
  | { readonly ok: false; readonly refusal: 'illegal_transition'; readonly status: Status };
