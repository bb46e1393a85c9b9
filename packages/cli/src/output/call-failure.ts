/** Facts about a failed request that its error does not contain. */
export interface CallFacts {
  /** API of the error codes. Default `v3`. */
  readonly api?: 'v1' | 'v3';
  /** Warning for an unknown outcome. */
  readonly doubt?: string | undefined;
  /** Command that shows the outcome. */
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

/** Handler for a promise's `catch` that adds facts about the request. */
export function failing(facts: CallFacts): (cause: unknown) => never {
  return (cause) => {
    throw new CallFailure(cause, facts);
  };
}
