/** An issue of a configuration. It never contains a value. */
export interface ConfigurationIssue {
  /** Path of the invalid key, for example `merchants.0.mchId`. Empty for the whole configuration. */
  readonly key: string;
  /** Expected value. */
  readonly expected: string;
}

/**
 * An unusable configuration. The message has one line per invalid key with the expected value, and never
 * contains the actual one.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** The same text for every error. The issues and the message differ. */
  readonly code = 'invalid_config';
  /** Path of the first invalid key, for example `merchants.0.mchId`. Empty for the whole configuration. */
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
