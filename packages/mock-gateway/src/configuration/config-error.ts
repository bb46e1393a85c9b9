/** Something that is wrong with a configuration. Never holds a value. */
export interface ConfigFault {
  /** The key at fault: `merchants.0.mchId`; empty for the whole. */
  readonly key: string;
  /** What was expected there. */
  readonly expected: string;
}

/**
 * A configuration that cannot be used. The message has a line for each key at fault, with what was expected, and never a
 * value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The same for every one: the faults and the message tell them apart. */
  readonly code = 'invalid_config';
  /** The first key at fault: `merchants.0.mchId`; empty for the whole. */
  readonly key: string;
  /** Everything that is wrong. */
  readonly faults: readonly ConfigFault[];

  constructor(key: string, expected: string, others: readonly ConfigFault[] = []) {
    const faults = [{ key, expected }, ...others];
    super(
      faults
        .map((fault) => (fault.key === '' ? fault.expected : `${fault.key}: ${fault.expected}`))
        .join('\n'),
    );
    this.key = key;
    this.faults = faults;
  }
}
