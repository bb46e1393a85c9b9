import { brandOf, GatewayError } from './gateway-error.ts';

/** A missing key or base URL, or a bad option or argument. Nothing was sent. */
export class ConfigurationError extends GatewayError {
  /** Also in every copy of the package. */
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, { outcome: 'not_sent', attempts: 0 });
  }
}

/** Whether this is a `ConfigurationError`, also of another copy of the package. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return brandOf(error) === 'ConfigurationError';
}
