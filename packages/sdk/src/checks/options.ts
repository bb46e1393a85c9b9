import { ConfigurationError } from '../errors/configuration-error.ts';

/** @throws {ConfigurationError} unless it is an object */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new ConfigurationError(`${name} must be an object`);
}

/**
 * White space around a key or Merchant ID, such as the line break at the end of a file, would be signed too: the gateway
 * would answer `invalid_signature` to everything.
 *
 * @throws {ConfigurationError} that never shows it
 */
export function checkNoOuterSpace(name: string, value: string): void {
  const text = value.trim();
  if (text === value) return;
  throw new ConfigurationError(
    text === ''
      ? `${name} is blank`
      : `${name} has white space at its beginning or end, such as a line break: take it away`,
  );
}

/** @throws {ConfigurationError} for one of these that is there and not a function */
export function checkFunctions(functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) {
    if (value !== undefined && typeof value !== 'function') {
      throw new ConfigurationError(`${name} must be a function`);
    }
  }
}

/**
 * Told by what it can do: a signal of another realm or of a polyfill is no instance of this realm's class.
 *
 * @throws {ConfigurationError} for something else
 */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const isSignal =
    typeof signal === 'object' &&
    signal !== null &&
    'aborted' in signal &&
    'addEventListener' in signal &&
    typeof signal.addEventListener === 'function';
  if (!isSignal) throw new ConfigurationError('signal must be an AbortSignal');
}
