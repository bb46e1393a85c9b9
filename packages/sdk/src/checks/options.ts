import { ConfigurationError } from '../errors/configuration-error.ts';

/**
 * Refuses what is no object.
 *
 * @throws {ConfigurationError} that names it
 */
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

/**
 * Refuses one of these that is there and not a function.
 *
 * @throws {ConfigurationError} that names it
 */
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

/** The longest a timer can run. */
const maxTimer = 2_147_483_647;

/**
 * A whole number of milliseconds or attempts; the fallback when it is left out.
 *
 * @throws {ConfigurationError} for a value that cannot work
 */
export function integer(
  name: string,
  value: number | undefined,
  bounds: { readonly fallback: number; readonly min: number },
): number {
  if (value === undefined) return bounds.fallback;
  if (!Number.isInteger(value) || value < bounds.min || value > maxTimer) {
    throw new ConfigurationError(`${name} must be a whole number from ${bounds.min} to ${maxTimer}`);
  }
  return value;
}

/** Whether it is a text that can be signed: half a surrogate pair has no UTF-8 form. */
export function isSignable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** Characters of an argument, a Merchant ID or a key: more than any has. The longest, a URL, has so many. */
const maxLength = 2_048;

/**
 * Refuses a text that is longer than any argument or key can be.
 *
 * @throws {ConfigurationError} that names it and its length, and never shows it
 */
export function checkLength(name: string, text: string): void {
  if (text.length > maxLength) {
    throw new ConfigurationError(`${name} has ${text.length} characters: use ${maxLength} at most`);
  }
}
