/** Something that is wrong with a configuration. Never holds a value. */
export interface ConfigurationIssue {
  /** The key at fault: `merchants.0.mchId`; empty for the whole. */
  readonly key: string;
  /** What was expected there. */
  readonly expected: string;
}

/**
 * A configuration that cannot be used. The message has a line for each key at fault, with what was expected, and never a
 * value.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** The same for every one: the issues and the message tell them apart. */
  readonly code = 'invalid_config';
  /** The first key at fault: `merchants.0.mchId`; empty for the whole. */
  readonly key: string;
  /** Everything that is wrong. */
  readonly issues: readonly ConfigurationIssue[];

  constructor(key: string, expected: string, others: readonly ConfigurationIssue[] = []) {
    const issues = [{ key, expected }, ...others];
    super(
      issues
        .map((issue) => (issue.key === '' ? issue.expected : `${issue.key}: ${issue.expected}`))
        .join('\n'),
    );
    this.key = key;
    this.issues = issues;
  }
}
