/** A decision: what it came to, or the reason why not. Refusals are data; only broken invariants throw. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Reason };

export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refused<Reason extends string>(
  refusal: Reason,
): { readonly ok: false; readonly refusal: Reason } {
  return { ok: false, refusal };
}
