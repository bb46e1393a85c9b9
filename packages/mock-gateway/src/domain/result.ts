/** A decision: a result, or the reason for a rejection. Only a broken invariant throws. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | Refused<Reason>;

/** A rejection with its reason, and with a message if the reason needs an explanation. */
export interface Refused<Reason extends string> {
  readonly ok: false;
  readonly refusal: Reason;
  readonly message?: string | undefined;
}

export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refused<Reason extends string>(refusal: Reason, message?: string): Refused<Reason> {
  return { ok: false, refusal, message };
}
