import { brandOf, GatewayError } from './gateway-error.ts';

/** A key or base URL is missing, or an option or argument is invalid. The client sent nothing. */
export class ConfigurationError extends GatewayError {
  /** The class name, identical in every copy of the package. */
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, { outcome: 'not_sent', attempts: 0 });
  }
}

/** Returns whether the value is a `ConfigurationError`, including errors of another copy of the package. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return brandOf(error) === 'ConfigurationError';
}
