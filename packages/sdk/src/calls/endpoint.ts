import { ConfigurationError } from '../errors/errors.ts';
import { checkLength, isSignable } from '../options/options.ts';
import { didYouMean } from '../options/suggest.ts';
import { isAmbiguous } from '../protocol/ambiguity.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { KeyName, Operation } from '../protocol/routes.ts';
import type { Read as ReadFields } from '../protocol/schemas/field.ts';
import type { Reading } from './failure.ts';
import type { Target } from './transport.ts';

/** An operation of the client: its request, its response, and when the client may repeat it. */
export interface Endpoint<T> {
  readonly operation: Operation;
  readonly target: Target;
  readonly key: KeyName;
  readonly rules: Rules;
  /** True if other arguments are ignored, so that a whole order can be the argument of a query. */
  readonly isQuery?: true;
  /**
   * Checks the arguments together.
   *
   * @throws {ConfigurationError}
   */
  readonly check?: (given: Arguments) => void;
  readonly read: Read<T>;
  /** Values that the result must repeat. */
  readonly echoed?: (given: Arguments) => Readonly<Partial<Record<keyof T, string | undefined>>>;
  /** Argument without which a repeated request would create a second order. */
  readonly repeatableWith?: string;
  /**
   * Query before a retry after an unknown outcome, if the caller chooses it. If the query finds the order, the call
   * returns `found`.
   */
  readonly lookup?: {
    readonly endpoint: Endpoint<T>;
    readonly found: (order: T, given: Arguments) => Reading<T>;
  };
}

type Read<T> = (data: unknown) => Reading<T>;

/** Checked arguments by name, without empty values. */
export type Arguments = Readonly<Partial<Record<string, string>>>;

/** Requirement for an argument of a call. The gateway checks all other requirements. */
export interface Rule {
  readonly required?: true;
  readonly accepts?: (text: string) => boolean;
  readonly meaning: string;
  /** Name on the wire, if it differs from the argument's name. */
  readonly wire?: string;
  /** True if callbacks contain the value, which must then not make their signature ambiguous. */
  readonly inCallback?: true;
  /** True if no error may contain the value. */
  readonly personal?: true;
}

export type Rules = Readonly<Record<string, Rule>>;

/** @throws {ConfigurationError} with the argument's name, without its value */
export function checkedArguments(
  {
    operation,
    rules,
    isQuery,
    check,
  }: Pick<Endpoint<never>, 'rules' | 'isQuery' | 'check'> & { readonly operation: string },
  given: unknown,
): Arguments {
  if (typeof given !== 'object' || given === null) {
    throw new ConfigurationError(`the arguments of ${operation} must be an object`);
  }
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, value] of values) {
    if (!isQuery && value !== undefined && !Object.hasOwn(rules, name)) {
      throw new ConfigurationError(
        `${operation} has no argument ${name}${didYouMean(name, Object.keys(rules))}`,
      );
    }
  }
  const result: Partial<Record<string, string>> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = values.get(name);
    if (value !== undefined && value !== '') result[name] = checkedArgument(operation, name, value, rule);
    else if (rule.required) throw new ConfigurationError(`${operation} needs ${name}: ${rule.meaning}`);
  }
  check?.(result);
  return result;
}

function checkedArgument(operation: string, name: string, value: unknown, rule: Rule): string {
  if (typeof value === 'string') checkLength(`${operation}: ${name}`, value);
  if (!isSignable(value) || rule.accepts?.(value) === false) {
    throw new ConfigurationError(`${operation}: ${name} must be ${rule.meaning}`);
  }
  if (rule.inCallback && isAmbiguous(rule.wire ?? name, value)) {
    throw new ConfigurationError(
      `${operation}: ${name} contains &, which makes the callback's signature ambiguous. ` +
        'Remove the & or write %26 instead',
    );
  }
  return value;
}

/** Reads a response's `data` tolerantly and converts it to the result type. */
export function reader<Data, T>(read: ReadFields<Data>, build: (data: Data) => T): Read<T> {
  return (data) => {
    const result = read(data);
    if ('data' in result) return { value: build(result.data) };
    // The message contains the field's name and expected type, but never its value.
    const { field, kind } = result.issue;
    const expected = field === undefined ? 'not an object' : 'not a string';
    const path = field === undefined ? '' : `.${field}`;
    return {
      problem: `data${path}: ${kind === 'missing' ? expected : 'does not have the documented format'}`,
    };
  };
}

/** Rejects a pending order without a checkout URL, which only a query may omit (reading: What the SDK tolerates). */
export function payable<T extends { readonly status: string; readonly payUrl: string }>(
  read: Read<T>,
): Read<T> {
  return (data) => {
    const reading = read(data);
    const missing = 'value' in reading && reading.value.payUrl === '' && reading.value.status === 'pending';
    return missing ? { problem: 'data.payUrl: not a string' } : reading;
  };
}

/** Also checks that the response describes the requested order and amount, if it contains them. */
export function readResult<T>({ read, echoed }: Endpoint<T>, given: Arguments, data: unknown): Reading<T> {
  const reading = read(data);
  if (!('value' in reading)) return reading;
  const other = Object.entries<string | undefined>(echoed?.(given) ?? {}).find(
    ([name, value]) => value !== undefined && !agree(name, value, Reflect.get(Object(reading.value), name)),
  );
  return other === undefined ? reading : { problem: `data.${other[0]} differs from the requested value` };
}

function agree(name: string, asked: string, found: unknown): boolean {
  if (found === '' || typeof found !== 'string') return true;
  return name === 'amount' ? isSameAmount(asked, found) : asked === found;
}
