/** A decision: what it came to, or the reason why not. Refusals are data; only broken invariants throw. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | Refused<Reason>;

/** A refusal: its reason, and a sentence if the reason needs an explanation. */
export interface Refused<Reason extends string> {
  readonly ok: false;
  readonly refusal: Reason;
  readonly message?: string | undefined;
}

/** A decision that came to something. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** A decision against it. */
export function refused<Reason extends string>(refusal: Reason, message?: string): Refused<Reason> {
  return { ok: false, refusal, message };
}
