/** What the command knows about a call that failed, and its error does not. */
export interface CallFacts {
  /** Whose error codes they are. Default `v3`. */
  readonly api?: 'v1' | 'v3';
  /** What is not known, and what not to do now; said when the outcome is unknown. */
  readonly doubt?: string | undefined;
  /** The command that finds out. */
  readonly findOut?: string | undefined;
}

/** A call that failed; `cause` is the error. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: CallFacts;

  constructor(cause: unknown, facts: CallFacts) {
    super('the call failed', { cause });
    this.facts = facts;
  }
}

/** For a promise's `catch`: adds what the command knows about the call. */
export function failing(facts: CallFacts): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, facts);
  };
}
