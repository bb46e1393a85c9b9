/** Issue of an order, with its fix. */
export interface Broken {
  readonly what: string;
  readonly fix: string;
}

/** One event in the life of an order. */
export interface Step {
  /** ISO-8601, IST. */
  readonly at: string;
  readonly what: string;
  readonly ok: boolean;
  /** Set when the step failed and nothing has repaired it since. */
  readonly broken?: Broken | undefined;
}
