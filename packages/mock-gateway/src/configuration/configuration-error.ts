/** An issue of a configuration. The issue never contains the configured value. */
export interface ConfigurationIssue {
  /** Path of the invalid key, for example `merchants.0.mchId`. Empty for the whole configuration. */
  readonly key: string;
  /** Description of the expected value. */
  readonly expected: string;
}

/**
 * The configuration is invalid. The message contains one line for each invalid key with the expected value, but never
 * the configured value.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** Stable code, identical for every configuration error. */
  readonly code = 'invalid_config';
  /** Path of the first invalid key, as in its issue. */
  readonly key: string;
  /** Every issue of the configuration. */
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
