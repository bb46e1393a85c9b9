/** A decision: what it came to, or the reason why not. Refusals are data; only broken invariants throw. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Reason };

/** A decision that came to something. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** A decision against it, with the reason. */
export function refused<Reason extends string>(
  refusal: Reason,
): { readonly ok: false; readonly refusal: Reason } {
  return { ok: false, refusal };
}
