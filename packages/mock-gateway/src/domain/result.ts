/** A decision: a result, or the reason for a refusal. Refusals are values. Only broken invariants throw. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | Refused<Reason>;

/** A refusal with its reason. A sentence explains a reason that needs it. */
export interface Refused<Reason extends string> {
  readonly ok: false;
  readonly refusal: Reason;
  readonly message?: string | undefined;
}

/** A decision with a result. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** A decision with a refusal. */
export function refused<Reason extends string>(refusal: Reason, message?: string): Refused<Reason> {
  return { ok: false, refusal, message };
}
