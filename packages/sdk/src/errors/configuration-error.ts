import { brandOf, GatewayError } from './gateway-error.ts';

/** A missing key or base URL, or a bad option or argument. Nothing was sent. */
export class ConfigurationError extends GatewayError {
  /** The same in every copy of the package. */
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, { outcome: 'not_sent', attempts: 0 });
  }
}

/** Returns whether this is a `ConfigurationError`, including one of another copy of the package. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return brandOf(error) === 'ConfigurationError';
}
