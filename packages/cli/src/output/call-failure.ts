/** Facts about a failed request that are not in its error. */
export interface CallFacts {
  /** API of the error codes. Default `v3`. */
  readonly api?: 'v1' | 'v3';
  readonly doubt?: string | undefined;
  readonly findOut?: string | undefined;
}

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: CallFacts;

  constructor(cause: unknown, facts: CallFacts) {
    super('the call failed', { cause });
    this.facts = facts;
  }
}

/** Creates a handler for a promise's `catch`, which adds facts about the request. */
export function failing(facts: CallFacts): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, facts);
  };
}
