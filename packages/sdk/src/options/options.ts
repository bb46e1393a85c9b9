import { ConfigurationError } from '../errors/errors.ts';
import { didYouMean } from './suggest.ts';

/** @throws {ConfigurationError} with the option's name */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigurationError(`${name} must be an object`);
  }
}

/** The names of an object's options. The compiler reports a missing and an unknown name. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** A misspelt `onPayin` would acknowledge every payment without a credit. @throws {ConfigurationError} */
export function checkOptions<Options extends object>(
  of: string,
  options: Options,
  names: OptionNames<NoInfer<Options>>,
): void {
  checkObject(`the options of ${of}`, options);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !Object.hasOwn(names, name)) {
      throw new ConfigurationError(`${of} has no option ${name}${didYouMean(name, Object.keys(names))}`);
    }
  }
}

const hookNames = {
  ...{ beforeAttempt: true, afterAttempt: true, beforeRetry: true },
  ...{ aroundCall: true, aroundAttempt: true, aroundCallback: true },
} as const;

/** One object may have the hooks of a client and of a callback handler. @throws {ConfigurationError} */
export function checkHooks(hooks: object = {}): void {
  checkOptions('hooks', hooks, hookNames);
  checkFunctions({ ...hooks });
}

/** White space around a key would make every signature wrong. @throws {ConfigurationError} without the value */
export function checkNoOuterSpace(name: string, value: string): void {
  const text = value.trim();
  if (text === value) return;
  throw new ConfigurationError(
    text === ''
      ? `${name} is blank; set its value`
      : `${name} begins or ends with white space; remove the white space`,
  );
}

/** @throws {ConfigurationError} with the option's name */
export function checkFunctions(functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) {
    if (value !== undefined && typeof value !== 'function') {
      throw new ConfigurationError(`${name} must be a function`);
    }
  }
}

/** Accepts signals of another realm or a polyfill. @throws {ConfigurationError} */
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

/** Maximum delay of a timer in milliseconds. */
const maxTimer = 2_147_483_647;

/** @throws {ConfigurationError} unless the value is a whole number within the bounds, or absent */
export function integer(
  name: string,
  value: number | undefined,
  bounds: { readonly fallback: number; readonly min: number },
): number {
  if (value === undefined) return bounds.fallback;
  if (!Number.isInteger(value) || value < bounds.min || value > maxTimer) {
    const given = typeof value === 'number' ? String(value) : `a ${typeof value}`;
    throw new ConfigurationError(
      `${name} must be a whole number from ${bounds.min} to ${maxTimer}, not ${given}`,
    );
  }
  return value;
}

/** Returns true for a string of valid Unicode, which a signature requires. */
export function isSignable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** Maximum length of an argument, Merchant ID or key in characters. The limit equals the maximum length of a URL. */
const maxLength = 2_048;

/** @throws {ConfigurationError} with the name and length, without the value */
export function checkLength(name: string, text: string): void {
  if (text.length > maxLength) {
    throw new ConfigurationError(`${name} has ${text.length} characters, above the maximum of ${maxLength}`);
  }
}
